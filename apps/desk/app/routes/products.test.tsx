// @vitest-environment happy-dom
import type { GridRow } from '@nashta/contracts/catalogue/product-grid'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import Products from './products.tsx'

it('a cell that is edited while a save is in flight keeps its edit', async () => {
  let row: GridRow = {
    products_id: 'chips',
    name: 'Chips',
    packLabel: null,
    category: 'Chips',
    imageUrl: '',
    price: 40,
    mrp: 50,
    stock: 7,
    lowStockLevel: null,
    published: true,
    version: 'v1',
  }
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
