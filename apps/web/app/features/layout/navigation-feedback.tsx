import { useHydrated } from '@nashta/ui/use-hydrated'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A menu or dialog that the shopper opened while the new page was loading keeps the focus. */
const OPEN_MENU_OR_DIALOG = '[aria-expanded="true"], dialog[open]'

/**
 * Focuses the heading of a new page, so that screen readers read it out. This is a layout effect: a
 * later effect could take the focus from a field that the shopper has focused meanwhile.
 */
export function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)

  useLayoutEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    if (document.querySelector(OPEN_MENU_OR_DIALOG)) return

    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
}

/**
 * Shows a message that the previous page put into the location's state, such as a welcome. The live
 * region is always rendered: screen readers announce only changes of a region that exists.
 */
export function NavigationMessage() {
  const { state } = useLocation()
  // The server does not know the location's state.
  const message = useHydrated() ? messageOf(state) : null
  return (
    <output className="block">
      {message ? (
        <span className="block bg-pistachio-tint px-4 py-3 text-center font-medium text-pistachio">
          {message}
        </span>
      ) : null}
    </output>
  )
}

function messageOf(state: unknown): string | null {
  // Most locations have the state null, which `Object` turns into an empty object.
  const { message } = Object(state)
  return typeof message === 'string' ? message : null
}
