import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { CloseAction } from './controls.tsx'

export type DialogProps = {
  title: string
  /** Called after the dialog has closed: by a button, by Esc or by a tap outside. */
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
    if (dialog) listenOutside(dialog)
  }, [dialog])
  return (
    <dialog
      ref={setDialog}
      aria-labelledby={titleId}
      onClose={onClosed}
      className="m-auto max-h-[90dvh] w-[min(36rem,94vw)] scroll-pb-28 overflow-y-auto rounded-2xl border border-line bg-paper p-5 text-ink shadow-2xl"
    >
      <h2 id={titleId} className="mr-10 mb-4 font-display text-xl font-semibold">
        {title}
      </h2>
      {children(() => dialog?.close())}
      {/* Last, so that the opened dialog focuses its first field or button. */}
      <div className="absolute top-3 right-3">
        <CloseAction label="Close" onClick={() => dialog?.close()} />
      </div>
    </dialog>
  )
}

/** For a dialog that is always in the page: a tap outside closes it, as phones have no Esc. */
export function useCloseFromOutside(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    if (dialog.current) listenOutside(dialog.current)
  }, [dialog])
}

/** Closes the dialog by a press outside. It must begin outside too: selecting text may end beyond the edge. */
function listenOutside(dialog: HTMLDialogElement) {
  let beganOutside = false
  dialog.addEventListener('pointerdown', (event) => {
    beganOutside = isOutside(dialog, event)
  })
  dialog.addEventListener('click', (event) => {
    if (beganOutside && isOutside(dialog, event)) dialog.close()
  })
}

/** An event on the backdrop has the dialog itself as its target, so the place of the pointer decides. */
function isOutside(dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === dialog && !isInside
}
