// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ShareRow } from './share-row.tsx'

const URL_OF_SNACK = 'https://snacks.example/product/laddoo'
let host: HTMLElement
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  host = document.createElement('div')
  root = createRoot(host)
})

afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

function show(features: object) {
  vi.stubGlobal('navigator', features)
  act(() => root.render(<ShareRow text="Laddoo, ₹120" url={URL_OF_SNACK} />))
}
const button = (name: string) =>
  Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent === name)
const press = (name: string) => act(async () => button(name)?.click())

it("the device's own sheet gets name, price and link, and a shopper who closes it sees no failure", async () => {
  const shared: unknown[] = []
  show({
    share: async (data: unknown) => {
      shared.push(data)
      throw new DOMException('closed', 'AbortError')
    },
  })
  await press('Share')
  expect(shared).toEqual([{ title: 'Laddoo, ₹120', text: 'Laddoo, ₹120', url: URL_OF_SNACK }])
  expect(host.querySelector('output')?.textContent).toBe('')
})

it('a browser without a share sheet offers WhatsApp and the link, and says when copying fails', async () => {
  show({})
  expect(button('Share')).toBeUndefined()
  const href = host.querySelector('a')?.href ?? ''
  expect(new URL(href).searchParams.get('text')).toBe(`Laddoo, ₹120 ${URL_OF_SNACK}`)
  await press('Copy link')
  expect(host.querySelector('output')?.textContent).toContain('Copying failed')
})

it('the link is copied by a press', async () => {
  const copied: string[] = []
  show({ clipboard: { writeText: async (text: string) => void copied.push(text) } })
  await press('Copy link')
  expect(copied).toEqual([URL_OF_SNACK])
  expect(host.querySelector('output')?.textContent).toBe('The link is copied')
})
