import { TextField, type TextFieldProps } from '@nashta/ui/field'
import { useState } from 'react'
import { PHONE_HINT, PINCODE_HINT, UPI_HINT } from './checkout-texts.ts'

/** Returns the hint to show, or null when the value looks right. */
export type FormatHint = (value: string) => string | null

export type HintedFieldProps = Omit<TextFieldProps, 'value' | 'hint' | 'onBlur'> & {
  value: string
  hintFor: FormatHint
  /** Shown at once, in place of the hint. */
  note?: string | null
  /** Its space is reserved, so that the button below does not move away under a finger. */
  longestHint: string
}

/**
 * A text field that, after the first blur, shows a hint while the value looks wrong. The hint never
 * blocks the form.
 */
export function HintedField({ hintFor, note = null, longestHint, ...field }: HintedFieldProps) {
  const [isBlurred, setBlurred] = useState(false)
  const hint = note ?? hintFor(field.value)
  return (
    <TextField
      {...field}
      hint={hint ?? longestHint}
      isHintShown={note !== null || (isBlurred && hint !== null)}
      onBlur={() => setBlurred(true)}
    />
  )
}

/** Accepts `560001` and `560 001` without a hint. */
export const pincodeHint: FormatHint = (value) => hintUnless(/^\d{3}\s?\d{3}$/, value, PINCODE_HINT)

/** Accepts `9876543210`, `09876543210` and `+91 98765-43210` without a hint. */
export const phoneHint: FormatHint = (value) =>
  hintUnless(/^(?:\+?91|0)?\d{10}$/, value.replace(/[\s().-]/g, ''), PHONE_HINT)

export const upiHint: FormatHint = (value) => hintUnless(/@/, value, UPI_HINT)

function hintUnless(usualFormat: RegExp, value: string, hint: string) {
  const text = value.trim()
  return text === '' || usualFormat.test(text) ? null : hint
}

/**
 * Shows an error of a form. Without an error the empty element is rendered, so that screen readers
 * announce a new text in it.
 */
export function FormProblem({ children }: { children: string | undefined }) {
  return (
    <p
      role="alert"
      className="empty:m-0 font-semibold text-danger-deep not-empty:rounded-2xl not-empty:bg-danger-tint not-empty:px-5 not-empty:py-3.5"
    >
      {children}
    </p>
  )
}
