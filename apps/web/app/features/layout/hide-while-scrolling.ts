export const HEADER_HIDE_THRESHOLD_PX = 10
export const HEADER_REAPPEAR_DELAY_MS = 180
const OPEN_MENU = '[aria-expanded="true"], details[open], dialog[open]'

/** Says when the bar is to hide and when to come back; answers with how to stop. */
export function hideWhileScrolling(bar: HTMLElement, setHidden: (hidden: boolean) => void) {
  let stillness: ReturnType<typeof setTimeout>

  function show() {
    clearTimeout(stillness)
    setHidden(false)
  }

  function onScroll() {
    clearTimeout(stillness)
    stillness = setTimeout(show, HEADER_REAPPEAR_DELAY_MS)
    setHidden(window.scrollY > HEADER_HIDE_THRESHOLD_PX && !isInUse(bar))
  }

  window.addEventListener('scroll', onScroll, { passive: true })
  bar.addEventListener('focusin', show)
  return () => {
    clearTimeout(stillness)
    window.removeEventListener('scroll', onScroll)
    bar.removeEventListener('focusin', show)
  }
}

/** Nobody loses what they are using: focus stays in sight, and so does a menu that is open. */
function isInUse(bar: HTMLElement) {
  return bar.contains(document.activeElement) || bar.querySelector(OPEN_MENU) !== null
}
