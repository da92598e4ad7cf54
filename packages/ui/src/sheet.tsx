import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const SIDES = { left: 'sheet-left', right: 'sheet-right' }

export type SheetProps = {
  id: string
  side: keyof typeof SIDES
  /** The id of the heading that labels the dialog. */
  labelledBy: string
  onClose?: () => void
  children: ReactNode
}

/** A modal dialog as high as the screen that slides in from one side. The browser traps the focus and restores it. */
export function Sheet({ id, side, labelledBy, onClose, children }: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const navigation = useNavigationType()
  const lastKey = useRef(key)
  // A navigation closes the sheet, unless it only replaces the current location, for example to show a message. It is
  // closed before the new page is painted: later, the shopper could have opened it again on that page.
  useLayoutEffect(() => {
    if (lastKey.current !== key && navigation !== NavigationType.Replace) sheet.current?.close()
    lastKey.current = key
  }, [key, navigation])

  return (
    // On the keyboard, Esc does what a press on the backdrop does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={sheet}
      id={id}
      aria-labelledby={labelledBy}
      onClick={closeOnLinkOrBackdrop}
      onClose={onClose}
      className={`sheet ${SIDES[side]}`}
    >
      {children}
    </dialog>
  )
}

/** A link to the current page closes the sheet too. A press on the backdrop has the dialog itself as its target. */
function closeOnLinkOrBackdrop({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
  const link = target instanceof Element && target.closest('a')
  if (link || target === currentTarget) currentTarget.close()
}

/**
 * Props of the button that opens the sheet. `command` makes it work before hydration, in browsers that know it.
 * After hydration `onClick` opens the sheet in every browser, and `preventDefault` cancels the command.
 */
export function openSheetProps(id: string) {
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

/** Props of the button that closes the sheet, with a command as in `openSheetProps`. */
export function closeSheetProps(id: string) {
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
