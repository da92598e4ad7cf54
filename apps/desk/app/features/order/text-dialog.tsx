import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Action, Failure, INPUT, Labelled } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { failureText } from '../../ui/query-state.tsx'

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

/** A dialog with one field: a reason or a reference. */
export function TextDialog({
  title,
  label,
  hint,
  required = false,
  maxLength,
  submitLabel,
  children,
  onSubmit,
  onClosed,
}: TextDialogProps) {
  const [text, setText] = useState('')
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({
    busy: false,
    failure: null,
  })

  async function submit(event: SubmitEvent<HTMLFormElement>, close: () => void) {
    event.preventDefault()
    if (state.busy) return
    setState({ busy: true, failure: null })
    try {
      await onSubmit(text.trim())
      close()
    } catch (error) {
      setState({ busy: false, failure: failureText(error) })
    }
  }

  return (
    <Dialog title={title} onClosed={onClosed}>
      {(close) => (
        <form onSubmit={(event) => void submit(event, close)} className="grid gap-4">
          {state.failure ? <Failure>{state.failure}</Failure> : null}
          {children}
          <Labelled label={label} hint={hint}>
            <input
              value={text}
              required={required}
              maxLength={maxLength}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
              className={INPUT}
            />
          </Labelled>
          <div className="flex flex-wrap gap-2">
            <Action look="main" type="submit" aria-disabled={state.busy || undefined}>
              {state.busy ? 'Saving…' : submitLabel}
            </Action>
            <Action onClick={close}>Back</Action>
          </div>
        </form>
      )}
    </Dialog>
  )
}
