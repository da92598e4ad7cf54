import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const SIDES = { left: 'sheet-left', right: 'sheet-right' }

export type SheetProps = {
  id: string
  side: keyof typeof SIDES
  /** The id of the heading that names it. */
  labelledBy: string
  onClose?: () => void
  children: ReactNode
}

/** A modal dialog as high as the screen that slides in from one side. The browser keeps the focus in it, and gives it back. */
export function Sheet({ id, side, labelledBy, onClose, children }: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const navigation = useNavigationType()
  const shown = useRef(key)
  // Whoever went to another page wants to see it; one that replaces itself was not asked for, it only has something to say.
  useEffect(() => {
    if (shown.current !== key && navigation !== NavigationType.Replace) sheet.current?.close()
    shown.current = key
  }, [key, navigation])

  return (
    // The keyboard has Esc for what a press beside the sheet does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={sheet}
      id={id}
      aria-labelledby={labelledBy}
      onClick={closeWhenDone}
      onClose={onClose}
      className={`sheet ${SIDES[side]}`}
    >
      {children}
    </dialog>
  )
}

/** Done with it is who chose a link, even one to the page beneath, or pressed beside it: its backdrop belongs to it. */
function closeWhenDone({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
  const link = target instanceof Element && target.closest('a')
  if (link || target === currentTarget) currentTarget.close()
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
