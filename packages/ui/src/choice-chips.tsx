type Choice = {
  value: string
  label: string
  /** How many items match this choice. */
  count?: number | undefined
}

export type ChoiceChipsProps = {
  legend: string
  name: string
  choices: readonly Choice[]
  defaultValue: string
}

/** Radio buttons as a row of chips, which scrolls sideways on narrow screens. */
export function ChoiceChips({ legend, name, choices, defaultValue }: ChoiceChipsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-1 sm:flex-wrap sm:px-1">
        {choices.map((choice) => (
          <Chip
            key={choice.value}
            type="radio"
            name={name}
            choice={choice}
            isChosen={choice.value === defaultValue}
          />
        ))}
      </div>
    </fieldset>
  )
}

export type CheckChipsProps = {
  legend: string
  name: string
  choices: readonly Choice[]
  /** The chosen values, separated by commas. */
  chosen: string
}

/** Checkboxes as chips. */
export function CheckChips({ legend, name, choices, chosen }: CheckChipsProps) {
  const values = new Set(chosen.split(','))
  if (choices.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-medium text-ink-soft">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Chip
            key={choice.value}
            type="checkbox"
            name={name}
            choice={choice}
            isChosen={values.has(choice.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

type ChipProps = { type: 'radio' | 'checkbox'; name: string; choice: Choice; isChosen: boolean }

function Chip({ type, name, choice: { value, label, count }, isChosen }: ChipProps) {
  return (
    <label className="relative shrink-0">
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={isChosen}
        {...(count !== undefined && {
          'aria-label': `${label}, ${count === 1 ? '1 item' : `${count} items`}`,
        })}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
      />
      <span className="pointer-events-none inline-flex min-h-11 items-center gap-1.5 rounded-full border-[1.5px] border-line bg-white px-4.5 font-medium transition-colors duration-200 peer-checked:border-raspberry peer-checked:bg-raspberry peer-checked:text-white peer-[&:not(:checked):hover]:border-raspberry peer-[&:not(:checked):hover]:text-raspberry-deep">
        {label}
        {count === undefined ? null : <span className="text-sm font-normal tabular-nums">{count}</span>}
      </span>
    </label>
  )
}
