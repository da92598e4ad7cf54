import type { ComponentProps } from 'react'
import { Field, type FieldProps, TEXT_AREA_LOOK } from './field.tsx'

export type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & FieldProps

export function TextAreaField({ label, id, error, hint, isHintShown, ...area }: TextAreaFieldProps) {
  return (
    <Field {...{ label, id, error, hint, isHintShown }}>
      {(control) => <textarea {...area} {...control} className={TEXT_AREA_LOOK} />}
    </Field>
  )
}
