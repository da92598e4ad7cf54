const RELOADED_KEY = 'nashta.reloaded'
/** While processes of two releases respond, a reloaded page may be outdated again. */
const RELOAD_EVERY_MS = 60_000
const CHECK_EVERY_MS = 2_000

let timer: ReturnType<typeof setInterval> | undefined

/**
 * Reloads a page that the store no longer understands, as soon as nothing is lost by it: no field
 * has text and no dialog is open, or the page is hidden. Carts and favourites are in browser storage.
 */
export function reloadWhenSafe() {
  timer ??= setInterval(() => {
    if (!isSafe() || !recordReload()) return
    clearInterval(timer)
    location.reload()
  }, CHECK_EVERY_MS)
}

function isSafe() {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=submit])',
  )
  return (
    !document.querySelector('dialog[open]') &&
    [...fields].every(({ value, readOnly }) => readOnly || value === '')
  )
}

/** Stores the time of the reload that follows. False if this tab was reloaded a moment ago. */
function recordReload() {
  try {
    const before = Number(sessionStorage.getItem(RELOADED_KEY))
    if (Date.now() - before < RELOAD_EVERY_MS) return false
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
    return true
  } catch {
    // Without storage, nothing would stop a page that is reloaded again and again.
    return false
  }
}
