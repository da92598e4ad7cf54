import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Action, Failure } from './controls.tsx'
import { Dialog } from './dialog.tsx'
import { failureText } from './query-state.tsx'

export type FormDialogProps = {
  title: string
  submitLabel: string
  isSubmitDisabled?: boolean
  /** The fields of the form. */
  children: ReactNode
  /** The dialog closes when the promise resolves, and shows the error when it rejects. */
  onSubmit: (values: FormData) => Promise<void>
  onClosed: () => void
}

/**
 * A dialog with a form. Pressing the button twice submits once. While the form is submitted the
 * button is only `aria-disabled`, because a disabled button loses the focus.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, isSubmitDisabled = false, children, onSubmit, onClosed } = props
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>, close: () => void) {
    event.preventDefault()
    if (isBusy) return
    const values = new FormData(event.currentTarget)
    setIsBusy(true)
    setFailure(null)
    try {
      await onSubmit(values)
      close()
    } catch (error) {
      setIsBusy(false)
      setFailure(failureText(error))
    }
  }

  return (
    <Dialog title={title} onClosed={onClosed}>
      {(close) => (
        <form onSubmit={(event) => void submit(event, close)} className="grid gap-4">
          {failure ? <Failure>{failure}</Failure> : null}
          {children}
          <div className="flex flex-wrap gap-2">
            <Action look="main" type="submit" disabled={isSubmitDisabled} aria-disabled={isBusy || undefined}>
              {isBusy ? 'Saving…' : submitLabel}
            </Action>
            <Action onClick={close}>Back</Action>
          </div>
        </form>
      )}
    </Dialog>
  )
}
