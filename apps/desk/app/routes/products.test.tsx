// @vitest-environment happy-dom
import type { GridRow } from '@nashta/contracts/catalogue/product-grid'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { aGridRow } from '../features/catalogue/grid-row.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import Products from './products.tsx'

async function openProducts() {
  // React prints that happy-dom does not know the element `search`.
  const printedErrors = vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  const desk = await renderDesk(<Products />)
  printedErrors.mockClear()
  return desk
}

/** Stubs a Shop API with the products Chips and Barfi, which saves everything that it gets. */
function stubShop() {
  const rows = new Map([
    ['chips', aGridRow({ products_id: 'chips', name: 'Chips' })],
    ['barfi', aGridRow({ products_id: 'barfi', name: 'Barfi' })],
  ])
  const shop = { saves: 0, held: Promise.resolve(), heldReads: Promise.resolve() }
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit & { body: string }) => {
    if (method !== 'PUT') {
      await shop.heldReads
      return Response.json({ data: { rows: Array.from(rows.values()), total: 2, nextCursor: null } })
    }
    shop.saves += 1
    const [sent]: [GridRow] = JSON.parse(body).rows
    await shop.held
    const row = { ...rows.get(sent.products_id), ...sent, version: 'v2' }
    rows.set(row.products_id, row)
    return Response.json({ data: { results: [{ products_id: row.products_id, result: 'saved', row }] } })
  })
  return {
    saveCount: () => shop.saves,
    /** Delays the responses to saves until the returned function is called. */
    holdSaves: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      shop.held = promise
      return resolve
    },
    /** As `holdSaves`, for the lists of products. */
    holdReads: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      shop.heldReads = promise
      return resolve
    },
  }
}

it('a cell that is edited while a save is in flight keeps its edit', async () => {
  let row = aGridRow({ name: 'Chips' })
  const saveResponse = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) =>
    method === 'PUT'
      ? saveResponse.promise
      : Response.json({ data: { rows: [row], total: 1, nextCursor: null } }),
  )
  const { field, type, press, text, advance } = await openProducts()
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

it('an undo that is clicked during another save is offered again and not sent meanwhile', async () => {
  const { saveCount, holdSaves } = stubShop()
  const { field, type, press, text, advance } = await openProducts()
  type(field('Price ₹ of Chips'), '45')
  await press('Save')
  await advance(10)
  const release = holdSaves()
  type(field('Stock of Barfi'), '9')
  await press('Save')
  await press('Undo')
  expect(saveCount()).toBe(2)
  expect(text()).toContain('Still saving')

  release()
  await advance(10)
  await press('Undo')
  expect(saveCount()).toBe(3)
  await advance(10)
  expect(text()).toContain('Taken back')
  expect(field('Price ₹ of Chips').value).toBe('40')
})

it('the preview that is opened during an undo stays open when the undo ends', async () => {
  const { holdSaves } = stubShop()
  const { host, field, type, press, text, advance } = await openProducts()
  type(field('Price ₹ of Chips'), '45')
  await press('Save')
  await advance(10)
  const release = holdSaves()
  await press('Undo')
  type(field('Stock of Chips'), '9')
  await press('Review and save')
  release()
  await advance(10)
  expect(text()).toContain('Taken back')
  expect(host.querySelector('dialog')?.open).toBe(true)
})

it('the preview of a save closes by a press that begins and ends outside', async () => {
  stubShop()
  const { host, field, type, press } = await openProducts()
  type(field('Price ₹ of Chips'), '45')
  await press('Review and save')
  const dialog = host.querySelector('dialog')
  // The dialog has no size here, so only its origin is inside.
  const point = (kind: string, at: number) =>
    act(() => void dialog?.dispatchEvent(new MouseEvent(kind, { clientX: at, clientY: at })))
  point('pointerdown', 0)
  point('click', 5)
  expect(dialog?.open).toBe(true)
  point('pointerdown', 5)
  point('click', 5)
  expect(dialog?.open).toBe(false)
})

it('the preview of a second save stays open when the products are fetched after the first', async () => {
  const { saveCount, holdReads } = stubShop()
  const { host, field, type, press, advance } = await openProducts()
  type(field('Price ₹ of Chips'), '45')
  await press('Review and save')
  const release = holdReads()
  await press('Save')
  await advance(10)
  expect(host.querySelector('dialog')?.open).toBe(false)
  type(field('Stock of Barfi'), '9')
  await press('Review and save')
  release()
  await advance(10)
  expect(host.querySelector('dialog')?.open).toBe(true)
  await press('Save')
  await advance(10)
  expect(saveCount()).toBe(2)
  expect(field('Stock of Barfi').value).toBe('9')
  expect(field('Price ₹ of Chips').value).toBe('45')
})

it('refused packs of one snack are told apart by their labels', async () => {
  const packs = ['100 g', '250 g'].map((packLabel) =>
    aGridRow({ products_id: `chips ${packLabel}`, name: 'Chips', packLabel }),
  )
  const results = packs.map(({ products_id }) => ({
    products_id,
    result: 'refused',
    message: 'Not possible now',
  }))
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) =>
    Response.json({ data: method === 'PUT' ? { results } : { rows: packs, total: 2, nextCursor: null } }),
  )
  const { host, field, type, press } = await openProducts()
  type(field('Price ₹ of Chips, 100 g'), '45')
  type(field('Price ₹ of Chips, 250 g'), '45')
  await press('Save')
  const reasons = Array.from(host.querySelectorAll('[role=alert] li'), (each) => each.textContent)
  expect(reasons).toEqual(['Chips, 100 g: Not possible now', 'Chips, 250 g: Not possible now'])
})

it('Discard also takes away what was not saved', async () => {
  const row = aGridRow({ products_id: 'chips', name: 'Chips' })
  const results = [{ products_id: 'chips', result: 'refused', message: 'Not possible now' }]
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) =>
    Response.json({ data: method === 'PUT' ? { results } : { rows: [row], total: 1, nextCursor: null } }),
  )
  const { text, field, type, press } = await openProducts()
  type(field('Price ₹ of Chips'), '45')
  await press('Save')
  expect(text()).toContain('Not saved:')
  await press('Discard')
  expect(text()).not.toContain('Not saved:')
  expect(field('Price ₹ of Chips').value).toBe('40')
})

it('refusals of two products with the same name are both listed', async () => {
  const rows = ['chips-1', 'chips-2'].map((products_id) => aGridRow({ products_id, name: 'Chips' }))
  const results = rows.map(({ products_id }) => ({
    products_id,
    result: 'refused',
    message: 'Not possible now',
  }))
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) =>
    Response.json({ data: method === 'PUT' ? { results } : { rows, total: 2, nextCursor: null } }),
  )
  const { host, type, press } = await openProducts()
  for (const price of host.querySelectorAll<HTMLInputElement>('[aria-label="Price ₹ of Chips"]'))
    type(price, '45')
  await press('Save')
  const reasons = Array.from(host.querySelectorAll('[role=alert] li'), (each) => each.textContent)
  expect(reasons).toEqual(['Chips: Not possible now', 'Chips: Not possible now'])
})
