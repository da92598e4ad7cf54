// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { aGridRow } from '../features/catalogue/grid-row.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import Products from './products.tsx'

it('a cell that is edited while a save is in flight keeps its edit', async () => {
  let row = aGridRow({ name: 'Chips' })
  const saveResponse = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) =>
    method === 'PUT'
      ? saveResponse.promise
      : Response.json({ data: { rows: [row], total: 1, nextCursor: null } }),
  )
  // React prints that happy-dom does not know the element `search`.
  const printedErrors = vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  const { field, type, press, text, advance } = await renderDesk(<Products />)
  printedErrors.mockClear()
  type(field('Price ₹ of Chips'), '45')
  await press('Save')
  type(field('Stock of Chips'), '9')

  row = { ...row, price: 45, version: 'v2' }
  saveResponse.resolve(Response.json({ data: { results: [{ products_id: 'chips', result: 'saved', row }] } }))
  await advance(10)
  expect(field('Stock of Chips').value).toBe('9')
  expect(text()).toContain('Stock: 7 → 9')
  expect(text()).not.toContain('Price ₹: ')
})
