import { useEffect, useLayoutEffect, useRef } from 'react'
import { useShortcuts } from '../shell/shortcuts.ts'
import { INPUT } from './inputs.tsx'

/** Longer than the time between two key presses of a typist. */
const DELAY_MS = 200

export type SearchFieldProps = {
  label: string
  placeholder?: string
  /** The search text in the URL of the page. */
  value: string
  onSearch: (text: string) => void
}

/** The search of a list, which `/` focuses. The page's URL follows the typed text after a delay. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(onSearch)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The text that the field and the URL last had in common. */
  const synced = useRef(value)
  useShortcuts({ '/': () => input.current?.focus() })
  // Before the browser paints: a key pressed as soon as the new page is visible must not add to the old text.
  useLayoutEffect(() => {
    // The URL only repeats what this field has sent. The operator may have typed more since.
    if (!input.current || value === synced.current) return
    clearTimeout(timer.current)
    synced.current = value
    input.current.value = value
  }, [value])
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <input
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      onChange={({ target }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          synced.current = target.value
          latest.current(target.value)
        }, DELAY_MS)
      }}
      className={`${INPUT} placeholder:text-ink-soft`}
    />
  )
}
