import type { ComponentProps } from 'react'
import { CONTROL_LOOK, Field, type FieldProps } from './field.tsx'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & FieldProps

export function TextField({ label, id, error, hint, ...input }: TextFieldProps) {
  return (
    <Field label={label} id={id} error={error} hint={hint}>
      {(ties) => <input {...input} {...ties} className={CONTROL_LOOK} />}
    </Field>
  )
}
