import { hash } from 'node:crypto'

/**
 * Runs inline in every page. It starts the page's module script in the frame after the `load` event, at the first
 * press, key or scroll, or after three seconds, whichever comes first. Links, buttons with a `command` and forms with an
 * `action` work without scripts. Other clicks and submissions need React: the last one made before the event
 * `interactive` (root.tsx) is replayed at that event.
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
 * Prepares the scripts of a rendered page. Its module script gets `type="late"` and the preloads `rel="late"`, which
 * no browser knows: they wait for the starter and do not compete with the pictures. Every inline script is hashed for
 * the content security policy.
 *
 * Only tags with the nonce are touched. React and React Router put it on each script and preload of theirs; a script that
 * got into the page with a product's name has none. The nonce itself is removed.
 */
export function prepareScripts(page: string, nonce: string) {
  const nonceAttribute = ` nonce="${nonce}"`
  const hashes = [STARTER_HASH]
  const found = { modules: 0, preloads: 0 }
  let content = ''
  let copiedTo = 0
  for (;;) {
    const nonceAt = page.indexOf(nonceAttribute, copiedTo)
    if (nonceAt === -1) break
    const tagStart = page.lastIndexOf('<', nonceAt)
    const tagEnd = page.indexOf('>', nonceAt) + 1
    const tag = page.slice(tagStart, nonceAt) + page.slice(nonceAt + nonceAttribute.length, tagEnd)
    content += page.slice(copiedTo, tagStart)
    copiedTo = tagEnd
    if (isPreload(tag)) {
      found.preloads += 1
      content += tag.replace('rel="modulepreload"', 'rel="late"')
    } else if (isModuleScript(tag)) {
      found.modules += 1
      content += `<script>${STARTER}</script>${tag.replace('type="module"', 'type="late"')}`
    } else content += tag

    const script = tag.startsWith('<script') ? page.slice(tagEnd, page.indexOf('</script>', tagEnd)) : ''
    if (script !== '') hashes.push(hashOf(script))
  }
  if (found.modules !== 1 || found.preloads === 0) {
    throw new Error(
      `A page needs one module script and preloads with a nonce, but has ${found.modules} and ${found.preloads}: ` +
        'React Router renders <Scripts> in another way than page-scripts.ts expects',
    )
  }
  return { content: content + page.slice(copiedTo), hashes }
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
