import { hash } from 'node:crypto'

/**
 * An inline script of every page. It starts the page's module script as soon as one of these things
 * has happened:
 * - the browser has painted the page after the `load` event
 * - the visitor has pressed, typed or scrolled
 * - three seconds have passed
 *
 * Links, buttons with a `command` and forms with an `action` work without React. Other buttons and
 * forms need React. The script records the last click or submission that needs React, and repeats
 * that click or submission when root.tsx sends the event `interactive`.
 *
 * Two seconds after that event, it registers the service worker, which saves the shop for times
 * without a line, unless the browser was asked to save data.
 */
const STARTER = `(() => {
  const START_TIMEOUT_MS = 3000
  const WORKER_DELAY_MS = 2000
  let started = false
  let replay = null

  // Trusted Types let only this policy turn a text into a script.
  const policy = window.trustedTypes?.createPolicy('late-script', { createScript: (text) => text })
  // To add a JSON-LD script, React sets innerHTML twice: to an empty script element, and to JSON in
  // which every "<" is escaped. All other HTML is refused.
  const isHarmless = (html) => html === '<script><\\/script>' || !html.includes('<')
  window.trustedTypes?.createPolicy('default', {
    createHTML: (html) => (isHarmless(html) ? html : null),
    createScriptURL: (url) => (url === '/sw.js' ? url : null),
  })

  // Where storage is forbidden, reading window.sessionStorage throws. React Router's inline script
  // does not expect an error, so it gets a storage in memory.
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
  function registerWorker() {
    if (navigator.connection?.saveData) return
    navigator.serviceWorker?.register('/sw.js').catch(() => {})
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
    setTimeout(registerWorker, WORKER_DELAY_MS)
  })
})()`

const STARTER_HASH = hashOf(STARTER)

/** Finds any nonce. A pattern with the nonce of one page would have to be compiled for each page. */
const TAGS_WITH_NONCE = /<(?:script|link)\b[^<>]*( nonce="[^"<>]*")[^<>]*>/g

/**
 * Delays the scripts of a rendered page, and hashes the inline scripts for the content security
 * policy. The module script gets `type="late"` and the preloads get `rel="late"`, which browsers
 * ignore. So scripts do not compete with pictures until the starter restores these attributes.
 *
 * The nonce marks our own tags: React and React Router put the nonce on each of our scripts and
 * preloads. Tags without the nonce stay as they are, and their scripts get no hash. So browsers do
 * not run a `<script>` that an attacker got into the page, for example with a faked product name.
 */
export function prepareScripts(html: string, nonce: string) {
  const ownAttribute = ` nonce="${nonce}"`
  const hashes = [STARTER_HASH]
  let moduleCount = 0
  let preloadCount = 0

  const content = html.replace(TAGS_WITH_NONCE, (tagWithNonce, nonceAttribute: string, tagStart: number) => {
    if (nonceAttribute !== ownAttribute) return tagWithNonce
    // The page is sent without the nonce: browsers accept our scripts by their hashes.
    const tag = tagWithNonce.replace(ownAttribute, '')
    if (isScript(tag)) {
      const scriptStart = tagStart + tagWithNonce.length
      const inlineScript = html.slice(scriptStart, html.indexOf('</script>', scriptStart))
      if (inlineScript !== '') hashes.push(hashOf(inlineScript))
    }

    if (isPreload(tag)) {
      preloadCount += 1
      return tag.replace('rel="modulepreload"', 'rel="late"')
    }
    if (isModuleScript(tag)) {
      moduleCount += 1
      return `<script>${STARTER}</script>${tag.replace('type="module"', 'type="late"')}`
    }
    return tag
  })

  if (moduleCount !== 1 || preloadCount === 0) {
    throw new Error(
      `A page needs one module script and preloads with a nonce, but has ${moduleCount} and ${preloadCount}: ` +
        'React Router renders <Scripts> in another way than page-scripts.ts expects',
    )
  }
  return { content, hashes }
}

function isPreload(tag: string) {
  return tag.startsWith('<link') && tag.includes(' rel="modulepreload"')
}

function isScript(tag: string) {
  return tag.startsWith('<script')
}

function isModuleScript(tag: string) {
  return isScript(tag) && tag.includes(' type="module"')
}

function hashOf(script: string) {
  return hash('sha256', script, 'base64')
}
