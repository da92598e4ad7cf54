import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a navigation the heading of the new page gets the focus, so that screen readers read it out. */
export function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    // An open dialog over the page keeps the focus.
    if (document.querySelector('dialog[open]')) return

    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
}
