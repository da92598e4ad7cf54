// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readFilter, writeFilter } from './snack-filter.ts'
import { useFilterForm, type OnFilter } from './use-filter-form.ts'

let root: Root
let host: HTMLElement
let asked: [address: string, replace: boolean][]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  host = document.createElement('div')
  document.body.replaceChildren(host)
  asked = []
  root = createRoot(host)
  show('')
})

afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks for what the fields say: at once when chosen, after a pause when typed', () => {
  choose('newest')
  expect(asked).toEqual([['?sort=newest', false]])

  type('dar')
  type('dark')
  expect(asked).toHaveLength(1)
  pause()
  expect(asked.at(-1)).toEqual(['?search=dark&sort=newest', false])
})

it('takes a run of letters for one step back', () => {
  type('dark')
  pause()
  show('?search=dark')
  type('dark c')
  pause()

  expect(asked.map(([, replace]) => replace)).toEqual([false, true])
})

it('leaves the fields to whoever is quicker than the address', () => {
  choose('newest')
  show('')
  expect(fields()).toEqual({ search: '', sort: 'newest' })
  type('dark')
  pause()
  show('?sort=newest')
  show('?search=dark&sort=newest')
  expect(fields()).toEqual({ search: 'dark', sort: 'newest' })
})

it('follows the address back', () => {
  choose('newest')
  show('?sort=newest')
  show('')
  expect(fields()).toEqual({ search: '', sort: 'relevance' })
  show('?search=laddoo&sort=price-asc')
  expect(fields()).toEqual({ search: 'laddoo', sort: 'price-asc' })
  expect(asked).toHaveLength(1)
})

function Filters({ address, onFilter }: { address: string; onFilter: OnFilter }) {
  const filter = readFilter(new URLSearchParams(address))
  return (
    <form {...useFilterForm(filter, onFilter)}>
      <input name="search" defaultValue={filter.search} />
      <select name="sort" defaultValue={filter.sort}>
        <option>relevance</option>
        <option>newest</option>
        <option>price-asc</option>
      </select>
    </form>
  )
}

const onFilter: OnFilter = (filter, { replace }) => asked.push([writeFilter(filter), replace])

function show(address: string) {
  act(() => root.render(<Filters address={address} onFilter={onFilter} />))
}

function choose(value: string) {
  const select = host.querySelector('select')
  if (select) select.value = value
  act(() => void select?.dispatchEvent(new Event('change', { bubbles: true })))
}

function type(text: string) {
  const input = host.querySelector('input')
  // Past React's own setter, as a keystroke is.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  act(() => void input?.dispatchEvent(new Event('input', { bubbles: true })))
}

function pause() {
  act(() => void vi.advanceTimersByTime(250))
}

function fields() {
  return { search: host.querySelector('input')?.value, sort: host.querySelector('select')?.value }
}
