import { createHash } from 'node:crypto'

/** As React Router writes them. */
const PRELOAD = '<link rel="modulepreload"'
const START = '<script type="module" async="">'

/**
 * Runs in the page. Its scripts start once it is painted with all its pictures, as soon as somebody does something, or
 * after a while. Links, commands and forms with an address work before; any other button that is pressed too early, or
 * form that is sent, is pressed or sent again when the page can act: `alive` is what it calls out then.
 */
const STARTER = `(() => {
  const PATIENCE_MS = 3000
  let begun = false
  let act = null

  function begin() {
    if (begun) return
    begun = true
    for (const link of document.querySelectorAll('link[rel=late]')) link.rel = 'modulepreload'
    const late = document.querySelector('script[type=late]')
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = late.textContent
    late.replaceWith(script)
  }
  function keepPress(event) {
    const button = event.target.closest('button[type=button]:not([command])')
    if (button) act = () => button.click()
  }
  function keepForm(event) {
    const form = event.target
    if (form.hasAttribute('action') || form.method === 'dialog') return
    event.preventDefault()
    act = () => form.requestSubmit()
  }

  addEventListener('load', () => requestAnimationFrame(() => setTimeout(begin)))
  setTimeout(begin, PATIENCE_MS)
  for (const sign of ['pointerdown', 'keydown', 'scroll']) addEventListener(sign, begin, { once: true, capture: true })
  addEventListener('click', keepPress, true)
  addEventListener('submit', keepForm, true)
  addEventListener('alive', () => {
    removeEventListener('click', keepPress, true)
    removeEventListener('submit', keepForm, true)
    if (act) setTimeout(act)
  })
})()`

export const STARTER_HASH = createHash('sha256').update(STARTER).digest('base64')

/** What people see goes first: pages are complete before their scripts are there. */
export function startLate(tag: string): string {
  if (tag === START) return `<script>${STARTER}</script><script type="late">`
  return tag.replace(PRELOAD, '<link rel="late"')
}
