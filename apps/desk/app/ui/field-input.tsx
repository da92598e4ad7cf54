import type { FormInput, InputKind } from '@nashta/contracts/form-fields'
import { useId } from 'react'
import { Action } from './controls.tsx'
import { CheckInput, SelectInput, TextInput } from './inputs.tsx'
import { PictureInput } from './picture-input.tsx'

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
  const options = choices.map((choice) =>
    typeof choice === 'object' ? choice : ([String(choice), String(choice)] as const),
  )
  if (kind === 'choices') {
    const chosen = Array.isArray(value) ? value.map(String) : []
    return <Choices legend={label} hint={hint} options={options} chosen={chosen} onChange={onChange} />
  }
  if (kind === 'order') {
    return (
      <Order
        label={label}
        texts={new Map(options)}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={onChange}
      />
    )
  }
  const text = typeof value === 'string' ? value : ''
  if (kind === 'picture')
    return <PictureInput label={label} hint={hint} error={error} value={text} onChange={onChange} />
  if (kind === 'choice') {
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
  const inputMode = INPUT_MODES[kind]
  return (
    <TextInput
      name={name}
      label={label}
      hint={hint}
      error={error}
      value={text}
      required={required}
      {...(inputMode && { inputMode })}
      {...(kind === 'date' && { type: 'date' as const })}
      {...(suggestions && { suggestions })}
      {...(rows !== undefined && { rows })}
      onChange={onChange}
    />
  )
}

type ChoicesProps = {
  legend: string
  hint: string | undefined
  options: readonly (readonly [value: string, text: string])[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Choices({ legend, hint, options, chosen, onChange }: ChoicesProps) {
  const hintId = useId()
  return (
    <fieldset aria-describedby={hint ? hintId : undefined}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map(([value, text]) => (
          <CheckInput
            key={value}
            label={text}
            checked={chosen.includes(value)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
        ))}
      </div>
      {hint ? (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
    </fieldset>
  )
}

type OrderProps = {
  label: string
  texts: ReadonlyMap<string, string>
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** A list whose items an operator moves up and down. */
function Order({ label, texts, value, onChange }: OrderProps) {
  const move = (from: number, to: number) => {
    const others = value.filter((_, index) => index !== from)
    onChange(others.toSpliced(to, 0, ...value.slice(from, from + 1)))
  }
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <ol className="divide-y divide-line rounded-lg border border-line bg-white">
        {value.map((each, index) => {
          const text = texts.get(each) ?? each
          return (
            <li key={each} className="flex items-center gap-1 py-1 pr-1 pl-3">
              <span className="grow">{text}</span>
              <Action
                look="plain"
                aria-label={`Move ${text} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                ↑
              </Action>
              <Action
                look="plain"
                aria-label={`Move ${text} down`}
                disabled={index === value.length - 1}
                onClick={() => move(index, index + 1)}
              >
                ↓
              </Action>
            </li>
          )
        })}
      </ol>
    </fieldset>
  )
}
