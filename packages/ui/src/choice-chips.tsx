export type ChoiceChipsProps = {
  legend: string
  name: string
  choices: readonly { value: string; label: string }[]
  defaultValue: string
}

/** Radio buttons as a row of chips, which scrolls sideways on narrow screens. */
export function ChoiceChips({ legend, name, choices, defaultValue }: ChoiceChipsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-1 sm:flex-wrap sm:px-1">
        {choices.map(({ value, label }) => (
          <label key={value} className="relative shrink-0">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
            />
            <span className="pointer-events-none inline-flex min-h-11 items-center rounded-full border-[1.5px] border-line bg-white px-4.5 font-medium transition-colors duration-200 peer-checked:border-raspberry peer-checked:bg-raspberry peer-checked:text-white peer-[&:not(:checked):hover]:border-raspberry peer-[&:not(:checked):hover]:text-raspberry-deep">
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
