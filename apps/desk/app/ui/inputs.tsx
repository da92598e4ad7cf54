import { Checkbox } from '@nashta/ui/checkbox'
import { COMPACT_CONTROL_LOOK, CompactField, TextField } from '@nashta/ui/field'
import { SelectField } from '@nashta/ui/select-field'
import { TextAreaField } from '@nashta/ui/text-area-field'
import type { ReactNode } from 'react'

export const INPUT = COMPACT_CONTROL_LOOK

/** A field of the filters above a list, or of a list. */
export const Labelled = CompactField

export type TextInputProps = {
  label: string
  name?: string
  value: string
  /** Shown below the field unless there is an error. */
  hint?: string | undefined
  error?: string | undefined
  required?: boolean
  inputMode?: 'decimal' | 'numeric'
  type?: 'date'
  /** Values to choose from. The operator may type others. */
  suggestions?: readonly string[]
  /** The number of visible lines; absent for a field with a single line. */
  rows?: number
  onChange: (value: string) => void
}

/** A text field of a form that has its values in state. */
export function TextInput({ rows, suggestions, inputMode, onChange, ...field }: TextInputProps) {
  if (rows !== undefined)
    return <TextAreaField {...field} rows={rows} onChange={({ target }) => onChange(target.value)} />
  return (
    <TextField
      {...field}
      {...(suggestions && { suggestions })}
      {...(inputMode && { inputMode })}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export type SelectInputProps = {
  label: string
  name?: string
  error?: string | undefined
  value: string
  /** An option is a value, or a value with the text to show. */
  options: readonly (string | readonly [value: string, text: string])[]
  onChange: (value: string) => void
}

export function SelectInput({ options, onChange, ...field }: SelectInputProps) {
  return (
    <SelectField
      {...field}
      options={options.map(asOption)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** A choice above a list, which takes no place for errors. */
export function FilterSelect({ label, value, options, onChange }: Omit<SelectInputProps, 'name' | 'error'>) {
  return (
    <CompactField label={label}>
      <select value={value} onChange={({ target }) => onChange(target.value)} className={INPUT}>
        {options.map(asOption).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </CompactField>
  )
}

function asOption(option: SelectInputProps['options'][number]) {
  const [value, label] = typeof option === 'string' ? [option, option] : option
  return { value, label }
}

export type CheckInputProps = {
  label: ReactNode
  name?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function CheckInput({ onChange, ...box }: CheckInputProps) {
  return <Checkbox {...box} onChange={({ target }) => onChange(target.checked)} />
}
