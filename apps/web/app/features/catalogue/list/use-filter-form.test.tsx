// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readFilter, writeFilter } from './snack-filter.ts'
import { useFilterForm, type OnFilter } from './use-filter-form.ts'

let root: Root
let host: HTMLElement
let applied: [address: string, replace: boolean][]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  host = document.createElement('div')
  document.body.replaceChildren(host)
  applied = []
  root = createRoot(host)
  show('')
})

afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a choice is applied at once, typed text after a pause', () => {
  chooseSort('newest')
  expect(applied).toEqual([['?sort=newest', false]])

  typeText('dar')
  typeText('dark')
  expect(applied).toHaveLength(1)
  pause()
  expect(applied.at(-1)).toEqual(['?search=dark&sort=newest', false])
})

it('text typed in several steps is one entry of the history', () => {
  typeText('dark')
  pause()
  show('?search=dark')
  typeText('dark c')
  pause()

  // The first text adds an entry. The second text replaces that entry.
  expect(applied.map(([, replace]) => replace)).toEqual([false, true])
})

it('text that was deleted again does not let the next text replace an entry', () => {
  typeText('x')
  typeText('')
  pause()
  typeText('dark')
  pause()
  expect(applied).toEqual([['?search=dark', false]])
})

it('text typed in two fields is two entries of the history, also if the shopper leaves the first at once', () => {
  typeText('dark')
  leaveField()
  pause()
  typeText('50', 'minPrice')
  pause()
  expect(applied).toEqual([
    ['?search=dark', false],
    ['?search=dark&minPrice=50', false],
  ])
})

it('a navigation that finishes late does not reset the fields', () => {
  chooseSort('newest')
  // The page renders again before the navigation to the choice has finished.
  show('')
  expect(fields()).toEqual({ search: '', sort: 'newest' })
  typeText('dark')
  pause()
  // The navigation to the choice finishes only now, and then the one to the typed text.
  show('?sort=newest')
  show('?search=dark&sort=newest')
  expect(fields()).toEqual({ search: 'dark', sort: 'newest' })
})

it('the fields follow the address when the shopper goes back or opens a link', () => {
  chooseSort('newest')
  show('?sort=newest')
  show('')
  expect(fields()).toEqual({ search: '', sort: 'relevance' })
  show('?search=laddoo&sort=price-asc')
  expect(fields()).toEqual({ search: 'laddoo', sort: 'price-asc' })
  expect(applied).toHaveLength(1)
})

function Filters({ address, onFilter }: { address: string; onFilter: OnFilter }) {
  const filter = readFilter(new URLSearchParams(address))
  return (
    <form {...useFilterForm(filter, onFilter)}>
      <input name="search" defaultValue={filter.search} />
      <input name="minPrice" defaultValue={filter.minPrice} />
      <select name="sort" defaultValue={filter.sort}>
        <option>relevance</option>
        <option>newest</option>
        <option>price-asc</option>
      </select>
    </form>
  )
}

const onFilter: OnFilter = (filter, { replace }) => applied.push([writeFilter(filter), replace])

/** Renders the form on a page with this address. */
function show(address: string) {
  act(() => root.render(<Filters address={address} onFilter={onFilter} />))
}

function chooseSort(value: string) {
  const select = host.querySelector('select')
  if (select) select.value = value
  act(() => void select?.dispatchEvent(new Event('change', { bubbles: true })))
}

function typeText(text: string, name = 'search') {
  const input = host.querySelector(`input[name="${name}"]`)
  // React replaces the setter of `input.value`, and ignores values that were set through it. This
  // calls the original setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  act(() => void input?.dispatchEvent(new Event('input', { bubbles: true })))
}

function leaveField() {
  act(() => void host.querySelector('input')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
}

/** Waits as long as the form does after a keystroke. */
function pause() {
  act(() => void vi.advanceTimersByTime(250))
}

function fields() {
  return { search: host.querySelector('input')?.value, sort: host.querySelector('select')?.value }
}
