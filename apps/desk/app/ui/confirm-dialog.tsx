import { type ReactNode, useState } from 'react'
import { Action, Failure } from './controls.tsx'
import { Dialog } from './dialog.tsx'
import { failureText } from './query-state.tsx'

export type ConfirmDialogProps = {
  title: string
  submitLabel: string
  children: ReactNode
  onConfirm: () => Promise<void>
  onClosed: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, submitLabel, children, onConfirm, onClosed }: ConfirmDialogProps) {
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({
    busy: false,
    failure: null,
  })

  async function confirm(close: () => void) {
    if (state.busy) return
    setState({ busy: true, failure: null })
    try {
      await onConfirm()
      close()
    } catch (error) {
      setState({ busy: false, failure: failureText(error) })
    }
  }

  return (
    <Dialog title={title} onClosed={onClosed}>
      {(close) => (
        <div className="grid gap-4">
          {state.failure ? <Failure>{state.failure}</Failure> : null}
          <p>{children}</p>
          <div className="flex flex-wrap gap-2">
            <Action look="main" aria-disabled={state.busy || undefined} onClick={() => void confirm(close)}>
              {state.busy ? 'Saving…' : submitLabel}
            </Action>
            <Action onClick={close}>Back</Action>
          </div>
        </div>
      )}
    </Dialog>
  )
}
