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
    let before = { key: '', at: 0 }
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      if (event.key === 'Enter' && isPressable(event.target)) return
      const isSecond = event.timeStamp - before.at < SEQUENCE_MS
      const run = (isSecond && latest.current[`${before.key} ${event.key}`]) || latest.current[event.key]
      before = { key: event.key, at: event.timeStamp }
      if (!run) return
      event.preventDefault()
      before = { key: '', at: 0 }
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Fields in which a key press types or chooses something. A checkbox uses only Space, so shortcuts work there. */
const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

function isTyping(target: EventTarget | null) {
  return target instanceof HTMLElement && target.closest(TYPED) !== null
}

/** True for elements that Enter activates. */
function isPressable(target: EventTarget | null) {
  return target instanceof HTMLElement && target.closest('a, button, summary') !== null
}
