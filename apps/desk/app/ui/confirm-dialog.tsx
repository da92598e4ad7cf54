import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

const NO_FIELDS = z.object({})

export type ConfirmDialogProps = Pick<
  FormDialogProps<typeof NO_FIELDS>,
  'title' | 'submitLabel' | 'onClosed'
> & {
  children: ReactNode
  /** If it rejects, the dialog shows the error and stays open. */
  onConfirm: () => Promise<void>
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ children, onConfirm, ...dialog }: ConfirmDialogProps) {
  return (
    <FormDialog {...dialog} schema={NO_FIELDS} onSubmit={onConfirm}>
      {() => <div className="mb-2 grid gap-2">{children}</div>}
    </FormDialog>
  )
}
