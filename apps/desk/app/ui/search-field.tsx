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

/** The search field of a list. `/` focuses it. `onSearch` runs shortly after the last key press. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const latestOnSearch = useRef(onSearch)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The texts that the field sent and that have not arrived in the URL, oldest first. */
  const sentTexts = useRef<string[]>([])
  useShortcuts({ '/': () => input.current?.focus() })
  // A new URL can have another text, for example after a click on a link. The field gets that text
  // before the browser paints, so that a key pressed after the paint does not add to the old text.
  useLayoutEffect(() => {
    // A URL with a text that this field sent must not change the field: the operator may have typed
    // more since.
    const sentIndex = sentTexts.current.indexOf(value)
    // Texts that were sent before the one in the URL no longer arrive.
    sentTexts.current = sentIndex === -1 ? [] : sentTexts.current.slice(sentIndex + 1)
    if (!input.current || sentIndex !== -1) return
    clearTimeout(timer.current)
    input.current.value = value
  }, [value])
  useEffect(() => {
    latestOnSearch.current = onSearch
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
          sentTexts.current.push(target.value)
          latestOnSearch.current(target.value)
        }, DELAY_MS)
      }}
      className={`${INPUT} placeholder:text-ink-soft`}
    />
  )
}
