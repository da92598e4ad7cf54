// @vitest-environment happy-dom
import type { Shop } from '@nashta/contracts/shop/shop'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { NO_CONNECTIONS } from '../features/settings/connections.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import Settings from './settings.tsx'

/** Answers the calls about the shop's record. The connections are those of a new shop. */
function stubShop(fetchRecord: (url: string, init: RequestInit & { body: string }) => Promise<Response>) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit & { body: string }) =>
    url.endsWith('/admin/connections') ? Response.json({ data: NO_CONNECTIONS }) : fetchRecord(url, init),
  )
}

const PINCODES = 'Beginnings of pincodes'

it('a save of the identity keeps edits of the delivery zones that are not saved yet', async () => {
  const { rest } = aShop().delivery
  const zone = { name: 'Bengaluru', pincodes: ['560'], states: [], ...rest }
  let shop: Shop = aShop({ delivery: { zones: [zone], rest } })
  let version = 1
  stubShop(async (_url, { method, body }) => {
    if (method !== 'PUT') return Response.json({ data: { shop, version: String(version) } })
    shop = JSON.parse(body) as Shop
    version += 1
    return Response.json({ data: shop })
  })
  const { text, field, type, press, advance } = await renderDesk(<Settings />)
  type(field(PINCODES), '560, 561')
  type(field('Trade name'), 'Nashta and more')
  await press('Save')
  await advance(1)
  expect(text()).toContain("The shop's record was saved")
  expect(shop.tradeName).toBe('Nashta and more')
  expect(field('Trade name').value).toBe('Nashta and more')
  expect(field(PINCODES).value).toBe('560, 561')
})

it('closed days are read from one field, and a wrong day is named there', async () => {
  let shop: Shop = aShop()
  stubShop(async (_url, { method, body }) => {
    if (method === 'PUT') shop = JSON.parse(body) as Shop
    return Response.json({ data: method === 'PUT' ? shop : { shop, version: shop.tradeName } })
  })
  const { text, field, type, press, advance } = await renderDesk(<Settings />)
  type(field('Closed days'), '2026-01-26, 26 January')
  await press('Save')
  expect(text()).toContain('A shop has up to 100 closed days, each once')
  type(field('Closed days'), '2026-01-26, 2026-03-04')
  await press('Save')
  await advance(1)
  expect(shop.closedDays).toEqual(['2026-01-26', '2026-03-04'])
  expect(field('Closed days').value).toBe('2026-01-26 2026-03-04')
})

it('a UPI id shows its QR code before it is saved, and a field that a setting decides is not offered', async () => {
  let shop: Shop = aShop()
  const overruled = [{ field: 'guestCheckout', setting: 'GUEST_CHECKOUT' }]
  stubShop(async (_url, { method, body }) => {
    if (method === 'PUT') shop = JSON.parse(body) as Shop
    const version = JSON.stringify(shop.upi ?? null)
    return Response.json({ data: method === 'PUT' ? shop : { shop, version, overruled } })
  })
  const { text, field, type, press, advance } = await renderDesk(<Settings />)
  expect(text()).toContain('the settings of this store decide it: GUEST_CHECKOUT')
  expect(text()).not.toContain('Shoppers may order without an account')
  type(field('UPI id'), 'asha bank')
  type(field('Name in the UPI app'), 'Asha Foods')
  expect(document.querySelector('[role="img"]')).toBeNull()
  await press('Save')
  expect(text()).toContain('A UPI id looks like snacks@bank')
  type(field('UPI id'), 'asha@okbank')
  await advance(1)
  expect(document.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('QR code of asha@okbank')
  await press('Save')
  await advance(1)
  expect(shop.upi).toEqual({ id: 'asha@okbank', name: 'Asha Foods' })
})

it('what the owner has checked and the closed days are asked in sentences, and stored by their names', async () => {
  let shop: Shop = aShop()
  stubShop(async (_url, { method, body }) => {
    if (method === 'PUT') shop = JSON.parse(body) as Shop
    return Response.json({ data: method === 'PUT' ? shop : { shop, version: String(shop.checked) } })
  })
  const { host, text, press, advance } = await renderDesk(<Settings />)
  expect(text()).toContain('None: deliveries count every day')
  const label = [...host.querySelectorAll('label')].find(
    ({ textContent }) => textContent === 'A backup is stored outside this machine',
  )
  act(() => label?.click())
  await press('Save')
  await advance(1)
  expect(shop.checked).toEqual(['backup'])
})

it('a save is reported as saved, and without an undo, when the record cannot be loaded again', async () => {
  let shop: Shop = aShop()
  let version = 1
  let failedLoads = 0
  stubShop(async (_url, { method, body }) => {
    if (method === 'PUT') {
      shop = JSON.parse(body) as Shop
      version += 1
      return Response.json({ data: shop })
    }
    const isFirstLoadAfterSave = version === 2 && failedLoads === 0
    if (isFirstLoadAfterSave) {
      failedLoads += 1
      throw new TypeError('The network is down')
    }
    return Response.json({ data: { shop, version: String(version) } })
  })
  const { text, field, type, press, advance } = await renderDesk(<Settings />)
  type(field('Trade name'), 'Nashta and more')
  await press('Save')
  await advance(1)
  expect(failedLoads).toBe(1)
  expect(text()).toContain("The shop's record was saved")
  expect(text()).not.toContain('Undo')
  expect(document.querySelector('[role="alert"]')).toBeNull()
})

it('a second click on Save while the first is under way sends nothing', async () => {
  const shop = aShop()
  let saves = 0
  stubShop(async (_url, { method }) => {
    if (method !== 'PUT') return Response.json({ data: { shop, version: '1' } })
    saves += 1
    return new Promise<Response>(() => {})
  })
  const { field, type, press } = await renderDesk(<Settings />)
  type(field('Trade name'), 'Nashta and more')
  await press('Save')
  await press('Save')
  expect(saves).toBe(1)
})

it('a change of another tab is named with both values, and can be loaded in place of the own one', async () => {
  let shop: Shop = aShop()
  let version = 1
  stubShop(async (_url, { method }) => {
    if (method !== 'PUT') return Response.json({ data: { shop, version: String(version) } })
    return Response.json({ code: 'SHOP_CHANGED', message: 'Changed' }, { status: 412 })
  })
  const { text, field, type, press, advance } = await renderDesk(<Settings />)
  shop = { ...shop, tradeName: 'Nashta & Sons' }
  version = 2
  type(field('Trade name'), 'Asha Snacks')
  await press('Save')
  await advance(1)
  expect(text()).toContain('Trade name is now Nashta & Sons, you wrote Asha Snacks')
  await press('Load it again')
  expect(field('Trade name').value).toBe('Nashta & Sons')
  expect(text()).not.toContain('you wrote')
})

it('the ways to pay are put in order by buttons, and the first order is stored as none', async () => {
  let shop: Shop = aShop()
  stubShop(async (_url, { method, body }) => {
    if (method === 'PUT') shop = JSON.parse(body) as Shop
    const version = JSON.stringify(shop.paymentOrder ?? null)
    return Response.json({ data: method === 'PUT' ? shop : { shop, version } })
  })
  const { host, text, press, advance } = await renderDesk(<Settings />)
  const moveUp = async (way: string) => {
    act(() => host.querySelector<HTMLElement>(`[aria-label="Move ${way} up"]`)?.click())
    await advance(1)
  }
  const ways = () =>
    [...host.querySelectorAll('[aria-label="The shop"] ol li')].map(
      (item) => item.querySelector('span')?.textContent,
    )
  expect(ways()).toEqual(['Card', 'UPI', 'Net banking', 'Cash on delivery'])
  await moveUp('UPI')
  expect(ways()).toEqual(['UPI', 'Card', 'Net banking', 'Cash on delivery'])
  await press('Save')
  await advance(1)
  expect(text()).toContain("The shop's record was saved")
  expect(shop.paymentOrder).toEqual(['upi', 'card', 'netbanking', 'cod'])
  await moveUp('Card')
  await press('Save')
  await advance(1)
  expect(shop.paymentOrder).toBeUndefined()
})
