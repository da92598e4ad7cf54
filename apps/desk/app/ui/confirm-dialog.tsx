import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

export type ConfirmDialogProps = Pick<FormDialogProps, 'title' | 'submitLabel' | 'children' | 'onClosed'> & {
  onConfirm: () => Promise<void>
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ children, onConfirm, ...dialog }: ConfirmDialogProps) {
  return (
    <FormDialog {...dialog} onSubmit={onConfirm}>
      <p>{children}</p>
    </FormDialog>
  )
}
