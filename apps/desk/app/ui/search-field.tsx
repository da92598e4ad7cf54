import { useEffect, useRef } from 'react'
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

/**
 * The search of a list, which `/` focuses. The page's URL follows the typed text after a delay. Until the field loses the
 * focus, a changed URL does not change the field: that would undo what was typed meanwhile.
 */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(onSearch)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useShortcuts({ '/': () => input.current?.focus() })
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value
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
        timer.current = setTimeout(() => latest.current(target.value), DELAY_MS)
      }}
      className={`${INPUT} placeholder:text-ink-soft`}
    />
  )
}
