import { useHydrated } from '@nashta/ui/use-hydrated'
import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { CONNECTION_LOST, useIsPartLost } from '../../data/late/awaited-parts.tsx'

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
 * Shows a message that the previous page put into the location's state, such as a welcome. While the
 * code of the next page cannot be loaded, says so instead. The live region is always rendered: screen
 * readers announce only changes of a region that exists.
 */
export function NavigationMessage() {
  const { state } = useLocation()
  const isLeaving = useNavigation().state !== 'idle'
  const isNextPageLost = useIsPartLost() && isLeaving
  // The server does not know the location's state.
  const stateMessage = useHydrated() ? messageOf(state) : null
  const message = isNextPageLost ? CONNECTION_LOST : stateMessage
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

/**
 * A notice while the browser is offline. The starter script (apps/web/server/page-scripts.ts) shows
 * it, so it needs no script of the page. The notice about a saved list stands in the same place.
 */
export function OfflineNotice() {
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-20 z-20 hidden justify-center px-4 sm:justify-start sm:px-6 md:bottom-4 print:hidden [[data-offline]:not(:has([data-list-notice]))_&]:flex">
      <span className="rounded-full bg-cocoa px-5 py-3 text-[0.9375rem] font-medium text-paper shadow-lg">
        You are offline
      </span>
    </output>
  )
}

function messageOf(state: unknown): string | null {
  // Most locations have the state null, which `Object` turns into an empty object.
  const { message } = Object(state)
  return typeof message === 'string' ? message : null
}
