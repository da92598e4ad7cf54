// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

/** Longer than the delay between the last key press and the search. */
const AFTER_TYPING_MS = 1000

function mount() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  const searches: string[] = []
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  const onSearch = (text: string) => void searches.push(text)
  /** Renders the field with the search text of the page's URL. */
  const showUrl = (value: string) =>
    act(() => root.render(<SearchField label="Search" value={value} onSearch={onSearch} />))
  showUrl('')
  const input = page.querySelector('input')
  if (!input) throw new Error('the field is missing')
  onTestFinished(() => {
    act(() => root.unmount())
    page.remove()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function type(text: string) {
    input?.focus()
    // React replaces the setter of `input.value`, and ignores values that are set through it. So
    // this uses the original setter, which the prototype still has.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    act(() => void input?.dispatchEvent(new Event('input', { bubbles: true })))
  }
  return { searches, showUrl, input, type }
}

function waitAfterTyping() {
  act(() => void vi.advanceTimersByTime(AFTER_TYPING_MS))
}

it('text that was typed since the last search stays when the URL gets that search', () => {
  const { searches, showUrl, input, type } = mount()
  type('Mee')
  waitAfterTyping()
  expect(searches).toEqual(['Mee'])
  type('Meera')
  showUrl('Mee')
  expect(input.value).toBe('Meera')
  waitAfterTyping()
  expect(searches).toEqual(['Mee', 'Meera'])
})

it('the URL of an earlier search that arrives late does not change the field', () => {
  const { searches, showUrl, input, type } = mount()
  type('Mee')
  waitAfterTyping()
  type('Meera')
  waitAfterTyping()
  type('Meera K')
  showUrl('Mee')
  expect(input.value).toBe('Meera K')
  showUrl('Meera')
  expect(input.value).toBe('Meera K')
  waitAfterTyping()
  expect(searches).toEqual(['Mee', 'Meera', 'Meera K'])
  // The URL of that search has arrived before, so this one comes from a link.
  showUrl('Mee')
  expect(input.value).toBe('Mee')
})

it('a URL without a search empties the focused field, and its text is not searched', () => {
  const { searches, showUrl, input, type } = mount()
  type('Meera')
  waitAfterTyping()
  showUrl('Meera')
  type('Meera K')
  showUrl('')
  expect(document.activeElement).toBe(input)
  expect(input.value).toBe('')
  waitAfterTyping()
  expect(searches).toEqual(['Meera'])
})
