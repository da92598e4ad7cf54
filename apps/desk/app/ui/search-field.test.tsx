// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

/** Longer than the field waits before it sends what was typed. */
const AFTER_TYPING_MS = 1000

function mount() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  const sent: string[] = []
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  const showUrl = (value: string) =>
    act(() => root.render(<SearchField label="Search" value={value} onSearch={(text) => sent.push(text)} />))
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
    // React ignores a value that was set through its own property.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    act(() => void input?.dispatchEvent(new Event('input', { bubbles: true })))
  }
  return { sent, showUrl, input, type, wait: () => act(() => void vi.advanceTimersByTime(AFTER_TYPING_MS)) }
}

it('a URL that repeats the sent text keeps what was typed since', () => {
  const { sent, showUrl, input, type, wait } = mount()
  type('Mee')
  wait()
  expect(sent).toEqual(['Mee'])
  type('Meera')
  showUrl('Mee')
  expect(input.value).toBe('Meera')
  wait()
  expect(sent).toEqual(['Mee', 'Meera'])
})

it('a URL without the search empties the field, also while it has the focus, and sends nothing more', () => {
  const { sent, showUrl, input, type, wait } = mount()
  type('Meera')
  wait()
  showUrl('Meera')
  type('Meera K')
  showUrl('')
  expect(document.activeElement).toBe(input)
  expect(input.value).toBe('')
  wait()
  expect(sent).toEqual(['Meera'])
})
