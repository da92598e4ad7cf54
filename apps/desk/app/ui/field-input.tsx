import type { FormInput, InputKind } from '@nashta/contracts/form-fields'
import { CheckInput, SelectInput, TextInput } from './inputs.tsx'

/** Shown for the empty value of a choice. */
const NOT_KNOWN = ['', 'not known'] as const

const INPUT_MODES: Partial<Record<InputKind, 'decimal' | 'numeric'>> = {
  amount: 'decimal',
  number: 'decimal',
  count: 'numeric',
  digits: 'numeric',
}

export type FieldInputProps = {
  name: string
  input: FormInput
  value: unknown
  error: string | undefined
  required?: boolean
  onChange: (value: string | boolean | readonly string[]) => void
}

/** The input that a table of fields describes. */
export function FieldInput({ name, input, value, error, required = false, onChange }: FieldInputProps) {
  const { kind, label, hint, rows, choices = [], initial, suggestions } = input
  if (kind === 'flag')
    return <CheckInput name={name} label={label} checked={value === true} onChange={onChange} />
  if (kind === 'choices') {
    const chosen = Array.isArray(value) ? value.map(String) : []
    return <Choices legend={label} choices={choices.map(String)} chosen={chosen} onChange={onChange} />
  }
  const inputMode = INPUT_MODES[kind]
  const text = typeof value === 'string' ? value : ''
  if (kind === 'choice') {
    const options = choices.map((choice) => (typeof choice === 'object' ? choice : String(choice)))
    const withEmpty = initial === undefined ? [NOT_KNOWN, ...options] : options
    return (
      <SelectInput
        name={name}
        error={error}
        label={label}
        value={text}
        options={withEmpty}
        onChange={onChange}
      />
    )
  }
  return (
    <TextInput
      name={name}
      label={label}
      hint={hint}
      error={error}
      value={text}
      required={required}
      {...(inputMode && { inputMode })}
      {...(suggestions && { suggestions })}
      {...(rows !== undefined && { rows })}
      onChange={onChange}
    />
  )
}

type ChoicesProps = {
  legend: string
  choices: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Choices({ legend, choices, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-4">
        {choices.map((choice) => (
          <CheckInput
            key={choice}
            label={choice}
            checked={chosen.includes(choice)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, choice] : chosen.filter((each) => each !== choice))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
