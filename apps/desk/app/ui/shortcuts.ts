import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Maps the keys of a shortcut, such as `g p` or `?`, to the function that it runs. */
export type Shortcuts = Record<string, () => void>

/** Two keys are one shortcut only if the second follows within this time. */
const SEQUENCE_MS = 1000

/** The shortcuts of all mounted components. */
const mounted = new Set<RefObject<Shortcuts>>()

const NO_KEY = { key: '', at: 0 }
let previous = NO_KEY

/** Calls the function of a pressed shortcut, unless the operator is typing or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  // Layout effects run before the browser paints. So a key that is pressed as soon as a page is
  // visible acts on that page.
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
  if (event.key === 'Enter') {
    // A held Enter key acts only once, also on a focused button.
    if (event.repeat) return event.preventDefault()
    if (isPressable(event.target)) return
  }
  const isSequence = event.timeStamp - previous.at < SEQUENCE_MS
  const forBothKeys = isSequence ? findFunctions(`${previous.key} ${event.key}`) : []
  // After `g`, the shortcut `g p` runs in place of the shortcut `p`.
  const functions = forBothKeys.length > 0 ? forBothKeys : findFunctions(event.key)
  // A key that ran a function does not begin a sequence.
  previous = functions.length > 0 ? NO_KEY : { key: event.key, at: event.timeStamp }
  if (functions.length === 0) return
  event.preventDefault()
  for (const run of functions) run()
}

function findFunctions(keys: string) {
  return Array.from(mounted, ({ current }) => current[keys]).filter((run) => run !== undefined)
}

/** The fields that letter keys change. In a `select`, for example, a letter chooses an option. */
const TYPING_FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

function isTyping(target: EventTarget | null) {
  return target instanceof HTMLElement && target.closest(TYPING_FIELD) !== null
}

/** Whether Enter activates the element. */
function isPressable(target: EventTarget | null) {
  return target instanceof HTMLElement && target.closest('a, button, summary') !== null
}
