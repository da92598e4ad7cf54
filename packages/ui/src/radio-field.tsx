export type RadioFieldProps = {
  id: string
  name: string
  legend: string
  choices: readonly { value: string; label: string }[]
  error?: string | undefined
}

/** Radio buttons below each other, of which none is chosen at first. */
export function RadioField({ id, name, legend, choices, error }: RadioFieldProps) {
  const errorId = `${id}-note`
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 text-(length:--label-size) font-semibold">{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className="flex min-h-10 items-center gap-2 py-1.5 leading-tight">
          <input type="radio" name={name} value={value} className="size-5 shrink-0 accent-raspberry" />
          {label}
        </label>
      ))}
      <p id={errorId} className="min-h-lh text-(length:--note-size) font-medium text-danger-deep">
        {error}
      </p>
    </fieldset>
  )
}
