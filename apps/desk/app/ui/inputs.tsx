import { type ReactNode, useId } from 'react'

export const INPUT =
  'h-10 w-full min-w-0 rounded-lg border border-ink-soft bg-white px-3 aria-invalid:border-raspberry'

export const TEXT_AREA =
  'w-full min-w-0 rounded-lg border border-ink-soft bg-white px-3 py-2 aria-invalid:border-raspberry'

type LabelledProps = {
  label: string
  hint?: string | undefined
  /** Makes the label lighter, for the filters above a list. */
  isQuiet?: boolean
  children: ReactNode
}

/** A label above its field. */
export function Labelled({ label, hint, isQuiet = false, children }: LabelledProps) {
  return (
    <label className="block min-w-0">
      <span className={`mb-1 block text-sm ${isQuiet ? 'text-ink-soft' : 'font-medium'}`}>{label}</span>
      {children}
      {hint ? <span className="mt-1 block text-sm text-ink-soft">{hint}</span> : null}
    </label>
  )
}

/**
 * A form that is read on submit sets `name` and `defaultValue`. A form with its values in state
 * sets `value` and `onChange`.
 */
type InputValue = {
  name?: string
  defaultValue?: string
  value?: string
  onChange?: (value: string) => void
}

export type TextInputProps = InputValue & {
  label: string
  /** Shown below the field unless there is an error. */
  hint?: string | undefined
  error?: string | undefined
  required?: boolean
  inputMode?: 'decimal' | 'numeric'
  /** Values to choose from. The operator may type others. */
  suggestions?: readonly string[]
  /** The number of visible lines; absent for a field with a single line. */
  rows?: number
}

export function TextInput({ label, hint, error, suggestions, rows, onChange, ...input }: TextInputProps) {
  const id = useId()
  const note = error ?? hint
  const control = {
    ...input,
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
  }
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {rows === undefined ? (
        <input {...control} list={suggestions && `${id}-suggestions`} className={INPUT} />
      ) : (
        <textarea {...control} rows={rows} className={TEXT_AREA} />
      )}
      {suggestions ? (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion}>{suggestion}</option>
          ))}
        </datalist>
      ) : null}
      {note ? (
        <p id={`${id}-note`} className={`mt-1 text-sm ${error ? 'text-raspberry-deep' : 'text-ink-soft'}`}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

export type SelectInputProps = InputValue & {
  label: string
  isQuiet?: boolean
  /** An option is a value, or a value with the text to show. */
  options: readonly (string | readonly [value: string, text: string])[]
}

export function SelectInput({ label, isQuiet = false, options, onChange, ...select }: SelectInputProps) {
  return (
    <Labelled label={label} isQuiet={isQuiet}>
      <select {...select} onChange={(event) => onChange?.(event.target.value)} className={INPUT}>
        {options.map((option) => {
          const [value, text] = typeof option === 'string' ? [option, option] : option
          return (
            <option key={value} value={value}>
              {text}
            </option>
          )
        })}
      </select>
    </Labelled>
  )
}

export type CheckInputProps = {
  label: string
  name?: string
  defaultChecked?: boolean
  checked?: boolean
  onChange?: (checked: boolean) => void
}

export function CheckInput({ label, onChange, ...input }: CheckInputProps) {
  return (
    <label className="flex min-h-10 items-center gap-2">
      <input
        {...input}
        type="checkbox"
        onChange={(event) => onChange?.(event.target.checked)}
        className="size-6 accent-raspberry"
      />
      {label}
    </label>
  )
}

/** The text of a field. Empty when the form has no such field. */
export function formText(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}
