// @vitest-environment happy-dom
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { COMPLETE_PRODUCT } from '../features/product/complete-product.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import ProductPage from './product.tsx'

// Of its props, the page uses only the id.
const Page = ProductPage as (props: { params: { id: string } }) => ReactNode

/**
 * The state of the stubbed Shop API: the stock of its product, and the changes that it got. The
 * version `v` does not depend on the stock. A version such as `v-5` includes the stock.
 */
let shop: {
  stock: number
  puts: { ifMatch: string | null; stock?: number; published?: boolean }[]
  published?: boolean
  deletes: number
  /** More fields of the product. */
  facts?: object
  /** A save gets its response after this promise. */
  held?: Promise<void>
}
beforeEach(() => {
  shop = { stock: 5, puts: [], deletes: 0 }
  vi.stubGlobal('fetch', async (_url: string, { method, headers, body }: RequestInit & { body: string }) => {
    const product = {
      ...aProduct({ products_id: 'laddoo' }),
      ...shop.facts,
      stock: shop.stock,
      published: shop.published,
    }
    if (method === 'POST') {
      await shop.held
      return Response.json({ data: product }, { status: 201 })
    }
    if (method === 'DELETE') {
      shop.deletes += 1
      return Response.json({ data: product })
    }
    if (method !== 'PUT')
      return Response.json({ data: { product, version: 'v', versionWithStock: `v-${shop.stock}` } })
    const ifMatch = new Headers(headers).get('if-match')
    const { stock, published } = JSON.parse(body)
    shop.puts.push({ ifMatch, stock, published })
    await shop.held
    if (ifMatch === '"v"' || ifMatch === `"v-${shop.stock}"`) return Response.json({ data: product })
    return Response.json({ code: 'PRODUCT_CHANGED', message: 'Changed' }, { status: 412 })
  })
})

const openPage = (id = 'laddoo') => renderDesk(<Page params={{ id }} />)

it('an edited stock is refused after a sale since the page was opened', async () => {
  const { text, field, type, press } = await openPage()
  shop.stock = 4
  type(field('Stock'), '10')
  await press('Save')
  expect(shop.puts).toEqual([{ ifMatch: '"v-5"', stock: 10 }])
  expect(text()).toContain('This product was changed or sold since you opened it.')
  expect(text()).toContain('Stock is now 4, you wrote 10')
  expect(text()).toContain('Now 4. Save again to keep yours.')
  expect([field('Stock').value, field('Stock').getAttribute('aria-invalid')]).toEqual(['10', 'true'])
})

it('a product is deleted only after the question of the desk', async () => {
  const { host, press } = await openPage()
  await press('Delete')
  const dialog = host.querySelector('dialog')
  expect(dialog?.open).toBe(true)
  expect(dialog?.textContent).toContain('Orders keep their lines. This cannot be undone.')
  await press('Back')
  expect(host.querySelector('dialog')).toBeNull()
  expect(shop.deletes).toBe(0)
  await press('Delete')
  await press('Delete for good')
  expect(shop.deletes).toBe(1)
})

it('an unedited stock is not sent, so the product can be saved after a sale', async () => {
  const { text, field, press } = await openPage()
  shop.stock = 4
  await press('Save')
  expect(text()).toContain('Saved')
  expect(field('Stock').value).toBe('4')
  await press('Save')
  expect(shop.puts).toEqual([{ ifMatch: '"v"' }, { ifMatch: '"v"' }])
})

it('a field that is edited while a save is in flight keeps its edit and the focus', async () => {
  const { text, field, type, press, advance } = await openPage()
  const { promise, resolve } = Promise.withResolvers<void>()
  shop.held = promise
  await press('Save')
  const mrp = field('MRP ₹')
  mrp.focus()
  type(mrp, '99')
  // A sale gives the product a new version.
  shop.stock = 4
  resolve()
  await advance(10)
  expect(text()).toContain('Saved')
  expect(field('Stock').value).toBe('4')
  expect(field('MRP ₹').value).toBe('99')
  expect(document.activeElement).toBe(field('MRP ₹'))
})

it('the form of a new product is disabled while the product is created', async () => {
  const { text, field, type, press, advance } = await openPage('new')
  const { promise, resolve } = Promise.withResolvers<void>()
  shop.held = promise
  type(field('Name'), 'Laddoo')
  type(field('Price ₹'), '80')
  const isDisabled = () => field('Name').closest('fieldset')?.disabled
  expect(isDisabled()).toBe(false)
  await press('Save the draft')
  expect(text()).toContain('Saving…')
  expect(isDisabled()).toBe(true)
  resolve()
  await advance(10)
  expect(text()).toContain('Saved as a draft')
})

it('a draft with missing facts is published only after a question that names them', async () => {
  shop.published = false
  const { host, text, press } = await openPage()
  await press('Save and publish')
  expect(shop.puts).toEqual([])
  const dialog = host.querySelector('dialog')
  expect(dialog?.textContent).toContain('the ingredients')
  expect(dialog?.textContent).toContain('the maker with address and FSSAI number')
  await press('Add them first')
  expect(shop.puts).toEqual([])
  await press('Save and publish')
  await press('Publish without them')
  expect(shop.puts).toMatchObject([{ published: true }])
  expect(text()).toContain('Published')
})

it('a price above the MRP is never told to be lawful', async () => {
  shop.facts = COMPLETE_PRODUCT
  const { text, field, type } = await openPage()
  expect(text()).toContain('Everything is told')
  type(field('Price ₹'), '100')
  type(field('MRP ₹'), '90')
  expect(text()).toContain('The price ₹100 is above the MRP ₹90')
  expect(text()).not.toContain('Everything is told')
})
