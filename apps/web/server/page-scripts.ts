import { hash } from 'node:crypto'

/**
 * Runs inline in every page. It starts the page's module script after the first paint that follows
 * the `load` event, at the first press, key or scroll, or after three seconds, whichever comes
 * first.
 *
 * Links, buttons with a `command` and forms with an `action` work without scripts. Other clicks and
 * submissions need React. The starter records the last of them, and replays it when root.tsx sends
 * the event `interactive`.
 */
const STARTER = `(() => {
  const START_TIMEOUT_MS = 3000
  let started = false
  let replay = null

  // Trusted Types: a text becomes a script only here, and the content security policy checks its hash.
  const policy = window.trustedTypes?.createPolicy('late-script', { createScript: (text) => text })
  // React sets HTML in two cases: '<script><\\/script>' makes an empty script element, and JSON without "<" fills it.
  const isHarmless = (html) => html === '<script><\\/script>' || !html.includes('<')
  window.trustedTypes?.createPolicy('default', { createHTML: (html) => (isHarmless(html) ? html : null) })

  // Where storage is forbidden, even reading the property throws, which the router's own script does not expect.
  try {
    void sessionStorage
  } catch {
    const items = new Map()
    const value = {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, item) => void items.set(key, item),
      removeItem: (key) => void items.delete(key),
    }
    Object.defineProperty(window, 'sessionStorage', { value })
  }

  function start() {
    if (started) return
    started = true
    for (const link of document.querySelectorAll('link[rel=late]')) link.rel = 'modulepreload'
    const late = document.querySelector('script[type=late]')
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = policy ? policy.createScript(late.textContent) : late.textContent
    late.replaceWith(script)
  }
  function recordClick(event) {
    const button = event.target.closest('button[type=button]:not([command])')
    if (button) replay = () => button.click()
  }
  function recordSubmit(event) {
    const form = event.target
    if (form.hasAttribute('action') || form.method === 'dialog') return
    event.preventDefault()
    replay = () => form.requestSubmit()
  }

  addEventListener('load', () => requestAnimationFrame(() => setTimeout(start)))
  setTimeout(start, START_TIMEOUT_MS)
  for (const type of ['pointerdown', 'keydown', 'scroll']) addEventListener(type, start, { once: true, capture: true })
  addEventListener('click', recordClick, true)
  addEventListener('submit', recordSubmit, true)
  addEventListener('interactive', () => {
    removeEventListener('click', recordClick, true)
    removeEventListener('submit', recordSubmit, true)
    if (replay) setTimeout(replay)
  })
})()`

const STARTER_HASH = hashOf(STARTER)

/**
 * Prepares the scripts of a rendered page. The module script gets `type="late"` and the preloads
 * get `rel="late"`. Browsers ignore tags with these values, so the scripts load only when the
 * starter changes the values back, and do not compete with the pictures. Every inline script is
 * hashed for the content security policy.
 *
 * Only tags with the nonce are changed, and the nonce is removed from them. React and React Router
 * put the nonce on each of their scripts and preloads. A script that got into the page with the
 * name of a product has no nonce.
 */
export function prepareScripts(html: string, nonce: string) {
  const nonceAttribute = ` nonce="${nonce}"`
  const hashes = [STARTER_HASH]
  const found = { modules: 0, preloads: 0 }
  let content = ''
  let copiedTo = 0
  for (;;) {
    const nonceAt = html.indexOf(nonceAttribute, copiedTo)
    if (nonceAt === -1) break
    const tagStart = html.lastIndexOf('<', nonceAt)
    const tagEnd = html.indexOf('>', nonceAt) + 1
    const tag = html.slice(tagStart, nonceAt) + html.slice(nonceAt + nonceAttribute.length, tagEnd)
    content += html.slice(copiedTo, tagStart)
    copiedTo = tagEnd
    if (isPreload(tag)) {
      found.preloads += 1
      content += tag.replace('rel="modulepreload"', 'rel="late"')
    } else if (isModuleScript(tag)) {
      found.modules += 1
      content += `<script>${STARTER}</script>${tag.replace('type="module"', 'type="late"')}`
    } else content += tag

    const script = tag.startsWith('<script') ? html.slice(tagEnd, html.indexOf('</script>', tagEnd)) : ''
    if (script !== '') hashes.push(hashOf(script))
  }
  if (found.modules !== 1 || found.preloads === 0) {
    throw new Error(
      `A page needs one module script and preloads with a nonce, but has ${found.modules} and ${found.preloads}: ` +
        'React Router renders <Scripts> in another way than page-scripts.ts expects',
    )
  }
  return { content: content + html.slice(copiedTo), hashes }
}

function isPreload(tag: string) {
  return tag.startsWith('<link') && tag.includes(' rel="modulepreload"')
}

function isModuleScript(tag: string) {
  return tag.startsWith('<script') && tag.includes(' type="module"')
}

function hashOf(script: string) {
  return hash('sha256', script, 'base64')
}
