import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

export type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & FieldProps

export function TextAreaField({ label, id, error, hint, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} id={id} error={error} hint={hint}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          className="w-full min-w-0 rounded-2xl border-[1.5px] border-ink-soft bg-white px-4 py-3 aria-invalid:border-raspberry"
        />
      )}
    </Field>
  )
}
