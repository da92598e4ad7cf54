import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a navigation the heading of the new page gets the focus, so that screen readers read it out. */
export function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // The visitor is using a dialog that stays open over the page.
    if (document.querySelector('dialog[open]')) return

    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
}
