import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The keys in the order in which they are pressed, such as `g p` or `?`. */
export type Shortcuts = Record<string, () => void>

/** Two keys belong together when they are pressed within this time. */
const SEQUENCE_MS = 1000

/** The shortcuts of all mounted components. */
const mounted = new Set<RefObject<Shortcuts>>()

const NO_KEY = { key: '', at: 0 }
let previous = NO_KEY

/** Calls the function of a pressed shortcut, unless the operator is typing or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  // Layout effects run before the browser paints: a key pressed as soon as a page is visible acts on that page.
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  useLayoutEffect(() => {
    if (mounted.size === 0) window.addEventListener('keydown', onKey)
    mounted.add(latest)
    return () => {
      mounted.delete(latest)
      if (mounted.size === 0) window.removeEventListener('keydown', onKey)
    }
  }, [])
}

function onKey(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  if (document.querySelector('dialog[open]')) return
  if (event.key === 'Enter' && isPressable(event.target)) return
  const isSequence = event.timeStamp - previous.at < SEQUENCE_MS
  const ofTwoKeys = isSequence ? functionsOf(`${previous.key} ${event.key}`) : []
  // In `g p`, the `p` is not a shortcut of its own, also not of another component.
  const functions = ofTwoKeys.length > 0 ? ofTwoKeys : functionsOf(event.key)
  // A key that ran something does not begin a sequence.
  previous = functions.length > 0 ? NO_KEY : { key: event.key, at: event.timeStamp }
  if (functions.length === 0) return
  event.preventDefault()
  for (const run of functions) run()
}

function functionsOf(keys: string) {
  return Array.from(mounted, ({ current }) => current[keys]).filter((run) => run !== undefined)
}

/** Fields in which a letter types or chooses something. In checkboxes and radio buttons letters do nothing. */
const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

function isTyping(target: EventTarget | null) {
  return target instanceof HTMLElement && target.closest(TYPED) !== null
}

/** True for elements that Enter presses. */
function isPressable(target: EventTarget | null) {
  return target instanceof HTMLElement && target.closest('a, button, summary') !== null
}
