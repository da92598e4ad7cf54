import { hash } from 'node:crypto'
import { CURRENT_USER_KEY, TOKENS_KEY } from '@nashta/browser/session/session-keys'
import { DRAFTS_KEY, GUEST_CART_KEY, OFFER_CODE_KEY, PINCODE_KEY } from '../app/data/storage/storage-keys.ts'

/** What is stored under one of these keys is only seen once the scripts run. */
const SHOWN_KEYS = [CURRENT_USER_KEY, TOKENS_KEY, GUEST_CART_KEY, DRAFTS_KEY, PINCODE_KEY]

/** The element that holds the scripts of a page until they start. */
const LATE_SCRIPTS_ID = 'late-scripts'

/**
 * The inline script of every page. Until the page needs more, no other script runs. It starts the page's own
 * scripts when the first of these things has happened:
 * - a press, key or focus on something that needs them, a mouse over it, or a scroll
 * - the browser has painted the page after the `load` event, and the page shows a spinner or a
 *   failure, or the browser has stored a cart, a session or a draft, or the link has an offer code
 * - the page has been looked at for some seconds
 *
 * Links, buttons with a `command` and most forms with an `action` work without them. Every other
 * press and submission is held: the button shows at once that it is busy, and the press is repeated
 * when root.tsx sends the event `interactive`. While a press is held, clicks on links are held too. So are
 * links and all forms while the browser is offline: it would show its own error page. Text in a focused
 * search field is searched after them.
 *
 * The scripts run one by one, so that the page can react in between. A script that cannot be loaded is
 * fetched again.
 *
 * While the browser is offline, `<html>` has the attribute `data-offline`.
 *
 * Two seconds after `interactive`, the script registers the service worker, which makes the shop work
 * offline. A browser that was asked to save data gets none.
 */
const STARTER = `(() => {
  const LOOK_MS = 5000
  const PRESS_MS = 100
  const WORKER_DELAY_MS = 2000
  const PARTS = 'button, input, select, textarea, label, summary'
  const SHOWN_KEYS = ${JSON.stringify(SHOWN_KEYS)}
  let isStarted = false
  let held = []

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

  // A link may have an offer code. It is stored at once, because other links work before the scripts.
  const offer = new URLSearchParams(location.search).get('offer')
  try {
    if (offer) localStorage.setItem('${OFFER_CODE_KEY}', offer)
  } catch {}

  const markOffline = () => document.documentElement.toggleAttribute('data-offline', !navigator.onLine)
  markOffline()
  for (const type of ['online', 'offline']) addEventListener(type, markOffline)

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

  async function start() {
    if (isStarted) return
    isStarted = true
    const late = document.importNode(document.getElementById('${LATE_SCRIPTS_ID}').content, true)
    const links = [...late.querySelectorAll('link')]
    const script = document.createElement('script')
    script.type = 'module'
    const text = late.querySelector('script').textContent
    script.textContent = policy ? policy.createScript(text) : text
    document.head.append(...links)
    // A press that starts them is painted first.
    await pause(PRESS_MS)
    const [entry, ...files] = links.map((link) => link.href)
    for (const file of files) await load(file)
    addEventListener('routes', () => load(entry))
    document.body.append(script)
  }
  async function load(file) {
    for (let delay = 1000; ; delay = Math.min(2 * delay, 30000)) {
      try {
        await import(file)
        return pause()
      } catch {
        await Promise.race([pause(delay), new Promise((resolve) => addEventListener('online', resolve, { once: true }))])
      }
    }
  }
  function startOnIntent({ type, target, pointerType }) {
    const isHover = type === 'pointerover'
    if (isHover && pointerType !== 'mouse') return
    if (type === 'keydown' || target.closest?.(isHover ? PARTS + ', a' : PARTS)) start()
  }
  function isShown(key) {
    try {
      return (localStorage.getItem(key) ?? sessionStorage.getItem(key)) !== null
    } catch {
      return false
    }
  }
  function startIfNeeded() {
    if (offer || document.querySelector('[data-waiting], main [role=alert]:not(:empty)') || SHOWN_KEYS.some(isShown)) start()
    else setTimeout(() => (window.requestIdleCallback ?? setTimeout)(start), LOOK_MS)
  }

  function hold(event, part, repeat) {
    event.preventDefault()
    part?.setAttribute('aria-busy', 'true')
    held.push({ part, repeat })
    start()
  }
  function holdClick(event) {
    const { target } = event
    const button = target.closest('button')
    if (button?.hasAttribute('command') && !('command' in button)) {
      const dialog = document.getElementById(button.getAttribute('commandfor'))
      button.getAttribute('command') === 'close' ? dialog.close() : dialog.showModal()
    } else if (button?.type === 'button' && !button.hasAttribute('command')) hold(event, button, () => button.click())
    const link = target.closest('a[href^="/"]')
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey
    if (link && (held.length > 0 || !navigator.onLine) && !opensElsewhere) hold(event, link, () => link.click())
  }
  function holdSubmit(event) {
    const { target: form, submitter } = event
    const works = navigator.onLine && form.hasAttribute('action') && !form.hasAttribute('data-late')
    if (!works && form.method !== 'dialog') hold(event, submitter, () => form.requestSubmit(submitter))
  }
  async function repeatHeld() {
    removeEventListener('click', holdClick, true)
    removeEventListener('submit', holdSubmit, true)
    for (const { part, repeat } of held) {
      part?.removeAttribute('aria-busy')
      await pause()
      repeat()
    }
    // What was typed into a search field is searched.
    const field = document.activeElement
    if (field?.role === 'combobox' && field.value) field.dispatchEvent(new Event('input', { bubbles: true }))
    await pause(WORKER_DELAY_MS)
    if (!navigator.connection?.saveData) navigator.serviceWorker?.register('/sw.js').catch(() => {})
  }

  addEventListener('load', () => requestAnimationFrame(() => setTimeout(startIfNeeded)))
  for (const type of ['pointerdown', 'pointerover', 'keydown', 'focusin']) addEventListener(type, startOnIntent, true)
  addEventListener('scroll', start, { once: true, capture: true })
  addEventListener('click', holdClick, true)
  addEventListener('submit', holdSubmit, true)
  addEventListener('interactive', repeatHeld, { once: true })
})()`

const STARTER_HASH = hashOf(STARTER)

/** Finds any nonce. A pattern with the nonce of one page would have to be compiled for each page. */
const TAGS_WITH_NONCE = /<(?:script|link)\b[^<>]*( nonce="[^"<>]*")[^<>]*>/g

/** How the module script of React Router ends: it loads the module that hydrates the page. */
const ENTRY_IMPORT = /import\("([^"]+)"\);?\s*$/
/** Replaces that import, so that the starter loads the module, and fetches it again when it is lost. */
const LOAD_ENTRY = 'dispatchEvent(new Event("routes"))'

/**
 * Delays the scripts of a rendered page, and hashes the inline scripts for the content security
 * policy. The module script and the preloads are moved into a `<template>`, which browsers do not run
 * or fetch. So scripts do not compete with pictures until the starter takes them out.
 *
 * The nonce marks our own tags: React and React Router put the nonce on each of our scripts and
 * preloads. Tags without the nonce stay as they are, and their scripts get no hash. So browsers do
 * not run a `<script>` that an attacker got into the page, for example with a faked product name.
 */
export function prepareScripts(html: string, nonce: string) {
  const ownAttribute = ` nonce="${nonce}"`
  const hashes = [STARTER_HASH]
  const preloads: string[] = []
  const moduleScripts: string[] = []
  /** The parts of the page around the module script. */
  const parts = ['']
  let end = 0

  for (const { 0: tagWithNonce, 1: nonceAttribute, index } of html.matchAll(TAGS_WITH_NONCE)) {
    if (nonceAttribute !== ownAttribute) continue
    parts[parts.length - 1] += html.slice(end, index)
    end = index + tagWithNonce.length
    // The page is sent without the nonce: browsers accept our scripts by their hashes.
    const tag = tagWithNonce.replace(ownAttribute, '')
    const inlineScript = isScript(tag) ? html.slice(end, html.indexOf('</script>', end)) : ''
    if (isModuleScript(tag)) {
      moduleScripts.push(inlineScript)
      end += inlineScript.length + '</script>'.length
      parts.push('')
    } else if (isPreload(tag)) preloads.push(tag)
    else {
      parts[parts.length - 1] += tag
      if (inlineScript !== '') hashes.push(hashOf(inlineScript))
    }
  }
  parts[parts.length - 1] += html.slice(end)

  const [moduleScript = ''] = moduleScripts
  const [, entry] = ENTRY_IMPORT.exec(moduleScript) ?? []
  const entryPreload = preloads.find((tag) => tag.includes(`"${entry}"`))
  if (moduleScripts.length !== 1 || !entryPreload) {
    throw new Error(
      `A page needs one module script, which ends with the import of a preloaded file, but has ${moduleScripts.length} ` +
        `and ${preloads.length} preloads: React Router renders <Scripts> in another way than page-scripts.ts expects`,
    )
  }
  const lateScript = moduleScript.replace(ENTRY_IMPORT, LOAD_ENTRY)
  hashes.push(hashOf(lateScript))
  // The starter expects the entry first.
  const links = [entryPreload, ...preloads.filter((tag) => tag !== entryPreload)].join('')
  const template = `<template id="${LATE_SCRIPTS_ID}">${links}<script type="module">${lateScript}</script></template>`
  return { content: parts.join(`${template}<script>${STARTER}</script>`), hashes }
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
