import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a change of page the focus starts at its heading, as it would in a new document, and it is read out. */
export function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Somebody is busy in a dialog that stays over the page.
    if (document.querySelector('dialog[open]')) return

    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
}
