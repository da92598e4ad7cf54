import { useEffect, useLayoutEffect, useRef } from 'react'
import { INPUT } from './inputs.tsx'
import { useShortcuts } from './shortcuts.ts'

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
  /** The texts that `onSearch` got and that the URL has not had yet, oldest first. */
  const textsInFlight = useRef<string[]>([])
  useShortcuts({ '/': () => input.current?.focus() })
  // Puts the text of a new URL into the field. A layout effect runs before the browser paints, so
  // the operator never types into the text of the old URL.
  useLayoutEffect(() => {
    const index = textsInFlight.current.indexOf(value)
    if (index !== -1) {
      // The URL got a text of this field. The field keeps its own text, because the operator may
      // have typed more since. Texts that were sent before `value` never get into the URL any more.
      textsInFlight.current.splice(0, index + 1)
      return
    }
    // The URL got a text from elsewhere, for example from a link. The field shows the URL's text.
    textsInFlight.current = []
    clearTimeout(timer.current)
    if (input.current) input.current.value = value
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
          textsInFlight.current.push(target.value)
          latestOnSearch.current(target.value)
        }, DELAY_MS)
      }}
      className={`${INPUT} placeholder:text-ink-soft`}
    />
  )
}
