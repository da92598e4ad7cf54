import type { ComponentProps } from 'react'
import { CONTROL_LOOK, Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

export type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> &
  FieldProps & {
    /** The text of the empty option. */
    placeholder: string
    options: readonly { value: string; label: string }[]
  }

export function SelectField({ label, id, error, hint, placeholder, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} id={id} error={error} hint={hint}>
      {(control) => (
        <div className="relative">
          <select
            defaultValue=""
            {...select}
            {...control}
            className={`${CONTROL_LOOK} appearance-none pr-11`}
          >
            <option value="">{placeholder}</option>
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon
            name="right"
            className="pointer-events-none absolute top-3.5 right-3.5 size-5 rotate-90 text-ink-soft"
          />
        </div>
      )}
    </Field>
  )
}
