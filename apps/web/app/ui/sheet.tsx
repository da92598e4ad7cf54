import { type MouseEvent, type ReactNode, type Ref } from 'react'

const SIDES = { left: 'sheet-left', right: 'sheet-right' }

export type SheetProps = {
  ref?: Ref<HTMLDialogElement>
  id: string
  side: keyof typeof SIDES
  /** The id of the heading that names it. */
  labelledBy: string
  onClose?: () => void
  children: ReactNode
}

/** A modal dialog as high as the screen that slides in from one side. The browser keeps the focus in it, and gives it back. */
export function Sheet({ ref, id, side, labelledBy, onClose, children }: SheetProps) {
  return (
    // The keyboard has Esc for what a press beside the sheet does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      id={id}
      aria-labelledby={labelledBy}
      onClick={closeBesides}
      onClose={onClose}
      className={`sheet ${SIDES[side]}`}
    >
      {children}
    </dialog>
  )
}

/** A dialog's backdrop belongs to it; everything inside stands in front of it. */
function closeBesides({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
  if (target === currentTarget) currentTarget.close()
}

/** For the button that opens it: most browsers do so by themselves, before any script is there. */
export function opensSheet(id: string) {
  return {
    command: 'show-modal',
    commandfor: id,
    'aria-haspopup': 'dialog',
    onClick(event: MouseEvent) {
      event.preventDefault()
      dialogOf(id)?.showModal()
    },
  } as const
}

export function closesSheet(id: string) {
  return {
    command: 'close',
    commandfor: id,
    onClick(event: MouseEvent) {
      event.preventDefault()
      dialogOf(id)?.close()
    },
  }
}

function dialogOf(id: string) {
  const element = document.getElementById(id)
  return element instanceof HTMLDialogElement ? element : null
}
