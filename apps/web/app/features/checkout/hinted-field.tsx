import { TextField, type TextFieldProps } from '@nashta/ui/field'
import { useState } from 'react'
import type { FormatHint } from './format-hints.ts'

export type HintedFieldProps = Omit<TextFieldProps, 'value' | 'hint' | 'onBlur'> & {
  value: string
  hintFor: FormatHint
}

/** A field that wonders, once it is left, whether its value is meant; it takes it all the same. */
export function HintedField({ hintFor, ...field }: HintedFieldProps) {
  const [wasLeft, setLeft] = useState(false)
  return (
    <TextField
      {...field}
      hint={wasLeft ? (hintFor(field.value) ?? undefined) : undefined}
      onBlur={() => setLeft(true)}
    />
  )
}
