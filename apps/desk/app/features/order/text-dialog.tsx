import type { ReactNode } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formText, INPUT, Labelled } from '../../ui/inputs.tsx'

export type TextDialogProps = {
  title: string
  label: string
  hint?: string
  required?: boolean
  maxLength: number
  submitLabel: string
  children?: ReactNode
  onSubmit: (text: string) => Promise<void>
  onClosed: () => void
}

/** A dialog with one text field, for a reason or a reference. */
export function TextDialog(props: TextDialogProps) {
  const { label, hint, required = false, maxLength, children, onSubmit, ...dialog } = props
  return (
    <FormDialog {...dialog} onSubmit={(values) => onSubmit(formText(values, 'text').trim())}>
      {children}
      <Labelled label={label} hint={hint}>
        <input name="text" required={required} maxLength={maxLength} autoComplete="off" className={INPUT} />
      </Labelled>
    </FormDialog>
  )
}
