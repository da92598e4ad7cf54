type Choice = {
  value: string
  label: string
  /** How many items match this choice. */
  count?: number | undefined
}

/**
 * Styles for the parent of the chips. A chip is a label that shows its count after its text. Its
 * input is invisible and covers the whole label. Colours change at once: a transition sends the page's
 * scripts an event for each property of each chip, before the next paint.
 */
const CHIP_STYLES = [
  '*:relative *:inline-flex *:min-h-11 *:shrink-0 *:items-center *:gap-1.5 *:rounded-full *:border-[1.5px] *:border-line *:bg-white *:px-4.5 *:font-medium',
  '*:has-checked:border-raspberry *:has-checked:bg-raspberry *:has-checked:text-white',
  '*:not-has-checked:hover:border-raspberry *:not-has-checked:hover:text-raspberry-deep',
  '*:data-count:after:text-sm *:data-count:after:font-normal *:data-count:after:tabular-nums *:data-count:after:content-[attr(data-count)]',
  '[&_input]:absolute [&_input]:inset-0 [&_input]:size-full [&_input]:cursor-pointer [&_input]:appearance-none [&_input]:rounded-full',
].join(' ')

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
      <div
        className={`-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-1 sm:flex-wrap sm:px-1 ${CHIP_STYLES}`}
      >
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
  hint?: string
}

/** Checkboxes as chips. */
export function CheckChips({ legend, name, choices, chosen, hint }: CheckChipsProps) {
  const values = new Set(chosen.split(','))
  if (choices.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-medium text-ink-soft">{legend}</legend>
      <div className={`flex flex-wrap gap-2 ${CHIP_STYLES}`}>
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
      {hint === undefined ? null : <p className="mt-1.5 text-sm text-ink-soft">{hint}</p>}
    </fieldset>
  )
}

type ChipProps = { type: 'radio' | 'checkbox'; name: string; choice: Choice; isChosen: boolean }

function Chip({ type, name, choice: { value, label, count }, isChosen }: ChipProps) {
  return (
    <label data-count={count}>
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={isChosen}
        {...(count !== undefined && {
          'aria-label': `${label}, ${count === 1 ? '1 item' : `${count} items`}`,
        })}
      />
      {label}
    </label>
  )
}
