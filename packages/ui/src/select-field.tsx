import type { ComponentProps } from 'react'
import { CONTROL_LOOK, Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

export type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> &
  FieldProps & {
    /** The text of the empty option; absent when there is none. */
    placeholder?: string
    options: readonly { value: string; label: string }[]
  }

export function SelectField(props: SelectFieldProps) {
  const { label, id, error, hint, isHintShown, placeholder, options, ...select } = props
  return (
    <Field {...{ label, id, error, hint, isHintShown }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={`${CONTROL_LOOK} appearance-none pr-11`}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon
            name="right"
            className="pointer-events-none absolute top-[calc(50%-0.625rem)] right-3.5 size-5 rotate-90 text-ink-soft"
          />
        </div>
      )}
    </Field>
  )
}
