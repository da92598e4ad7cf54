import { type ReactNode, useEffect, useId, useState } from 'react'

export type DialogProps = {
  title: string
  /** Called after the dialog has closed, by a button or by Esc. */
  onClosed: () => void
  /** `close` closes the dialog and gives the focus back to the button that opened it. */
  children: (close: () => void) => ReactNode
}

/** A modal dialog that is open while it is rendered. So each opening begins with new state. */
export function Dialog({ title, onClosed, children }: DialogProps) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const titleId = useId()
  useEffect(() => {
    // In development React runs effects twice, so the dialog may be open already.
    if (!dialog?.open) dialog?.showModal()
  }, [dialog])
  return (
    <dialog
      ref={setDialog}
      aria-labelledby={titleId}
      onClose={onClosed}
      className="m-auto max-h-[90dvh] w-[min(36rem,94vw)] overflow-y-auto rounded-2xl border border-line bg-paper p-5 text-ink shadow-2xl"
    >
      <h2 id={titleId} className="mb-4 font-display text-xl font-semibold">
        {title}
      </h2>
      {children(() => dialog?.close())}
    </dialog>
  )
}
