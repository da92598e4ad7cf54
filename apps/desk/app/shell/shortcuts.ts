import { useEffect, useRef } from 'react'

/** The keys in the order in which they are pressed, such as `g p` or `?`. */
export type Shortcuts = Record<string, () => void>

/** Two keys belong together when they are pressed within this time. */
const SEQUENCE_MS = 1000

/** Calls the function of a pressed shortcut, unless the operator is typing or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })

  useEffect(() => {
    const none = { key: '', at: 0 }
    let previous = none
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      if (event.key === 'Enter' && isPressable(event.target)) return
      const isSequence = event.timeStamp - previous.at < SEQUENCE_MS
      const ofTwoKeys = isSequence ? latest.current[`${previous.key} ${event.key}`] : undefined
      const run = ofTwoKeys ?? latest.current[event.key]
      // A key that ran something does not begin a sequence.
      previous = run ? none : { key: event.key, at: event.timeStamp }
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
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
