import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const SIDES = { left: 'sheet-left', right: 'sheet-right', top: 'sheet-top' }

export type SheetProps = {
  id: string
  side: keyof typeof SIDES
  /** The id of the element that labels the dialog. */
  labelledBy: string
  onClose?: () => void
  children: ReactNode
}

/**
 * A modal dialog that slides in from one side and is as high as the screen; from the top, it is also
 * as wide. The browser traps the focus and restores it.
 */
export function Sheet({ id, side, labelledBy, onClose, children }: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const navigationType = useNavigationType()
  const lastKey = useRef(key)
  // Every navigation closes the sheet, except:
  // - a navigation that replaces the current location, for example to show a message
  // - the navigation in which the sheet was opened, after the address had changed
  // The layout effect runs before the new page is painted. A later effect could close a sheet that
  // the shopper has just opened on the new page.
  useLayoutEffect(() => {
    const isOpenedHere = sheet.current?.dataset['openedAt'] === key
    const isReplaced = navigationType === NavigationType.Replace
    if (lastKey.current !== key && !isReplaced && !isOpenedHere) sheet.current?.close()
    lastKey.current = key
  }, [key, navigationType])

  return (
    // The dialog needs no key handler: Esc closes it, and Enter on a link causes a click.
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

function closeOnLinkOrBackdrop({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
  // Needed for a link to the current page: the navigation replaces the location, and then the
  // layout effect in `Sheet` does not close the sheet.
  const isInLink = target instanceof Element && target.closest('a') !== null
  // The browser reports a click on the backdrop as a click on the dialog itself.
  const isBackdrop = target === currentTarget
  if (isInLink || isBackdrop) currentTarget.close()
}

/**
 * Returns the props of the button that opens the sheet. Before hydration, the `command` attribute
 * opens the sheet in browsers that support the attribute. After hydration, `onClick` opens the
 * sheet in every browser, and `preventDefault` cancels the command.
 */
export function openSheetProps(id: string) {
  return {
    command: 'show-modal',
    commandfor: id,
    'aria-haspopup': 'dialog',
    onClick(event: MouseEvent) {
      event.preventDefault()
      const dialog = findDialog(id)
      if (!dialog) return
      dialog.dataset['openedAt'] = keyOfAddress()
      dialog.showModal()
    },
  } as const
}

/** Returns the props of the button that closes the sheet. See `openSheetProps` for the command. */
export function closeSheetProps(id: string) {
  return {
    command: 'close',
    commandfor: id,
    onClick(event: MouseEvent) {
      event.preventDefault()
      findDialog(id)?.close()
    },
  }
}

/** React Router's key of the location in the address bar, which changes before the page does. */
function keyOfAddress(): string {
  const { key } = Object(history.state)
  return typeof key === 'string' ? key : 'default'
}

function findDialog(id: string) {
  const element = document.getElementById(id)
  return element instanceof HTMLDialogElement ? element : null
}
