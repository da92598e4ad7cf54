export const HEADER_HIDE_THRESHOLD_PX = 10
export const HEADER_REAPPEAR_DELAY_MS = 180
const OPEN_MENU = '[aria-expanded="true"], details[open], dialog[open]'

/**
 * Hides the bar while the page scrolls, except at the top of the page. The bar reappears shortly
 * after the last scroll event. Returns a function that removes the listeners.
 */
export function hideWhileScrolling(bar: HTMLElement, setHidden: (isHidden: boolean) => void) {
  let reappearTimer: ReturnType<typeof setTimeout>

  function show() {
    clearTimeout(reappearTimer)
    setHidden(false)
  }

  function onScroll() {
    clearTimeout(reappearTimer)
    reappearTimer = setTimeout(show, HEADER_REAPPEAR_DELAY_MS)
    setHidden(window.scrollY > HEADER_HIDE_THRESHOLD_PX && !isInUse(bar))
  }

  window.addEventListener('scroll', onScroll, { passive: true })
  bar.addEventListener('focusin', show)
  // Otherwise the pressed button moves away, and the click falls on the page below.
  bar.addEventListener('pointerdown', show)
  return () => {
    clearTimeout(reappearTimer)
    window.removeEventListener('scroll', onScroll)
    bar.removeEventListener('focusin', show)
    bar.removeEventListener('pointerdown', show)
  }
}

/** The bar stays visible while it has the focus or an open menu. */
function isInUse(bar: HTMLElement) {
  return bar.contains(document.activeElement) || bar.querySelector(OPEN_MENU) !== null
}
