// @vitest-environment happy-dom
import { act, createRef } from 'react'
import { expect, it, vi } from 'vitest'
import { aDeskOrder } from '../desk-order.fixture.ts'
import { aGridRow } from '../features/catalogue/grid-row.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import { CommandPalette } from './command-palette.tsx'

const FOUR = [1, 2, 3, 4]
const aCustomer = (customerId: string) => ({
  customerId,
  hasAccount: true,
  name: 'Sita Rao',
  email: null,
  phone: '9876543210',
  orders: 1,
  spent: 40,
  returnedCashOrders: 0,
  lastOrderAt: '2026-01-01T12:00:00.000Z',
  tags: [],
  takesNoCash: false,
  joined: 0,
})

/** Opens the palette of a shop that finds four orders, four customers and four products for any text. */
async function openPalette(role = 'admin') {
  const paths: string[] = []
  const orders = FOUR.map((number) => aDeskOrder({ purchaseId: `order-${number}` }))
  const customers = FOUR.map((number) => aCustomer(`u${number}`))
  const rows = FOUR.map((number) => aGridRow({ products_id: `chips-${number}`, name: 'Salted chips' }))
  vi.stubGlobal('fetch', async (url: string) => {
    paths.push(url)
    return Response.json({ data: { orders, customers, rows, total: 4, nextCursor: null, tags: [] } })
  })
  const run = vi.fn<() => void>()
  const actions = [{ label: 'Sign out', hint: 'action', run }]
  const desk = await renderDesk(<CommandPalette dialog={createRef()} actions={actions} />, { role })
  desk.type(desk.field('Screens, orders, products, customers, actions'), 's')
  desk.type(desk.field('Screens, orders, products, customers, actions'), 'si')
  await desk.advance(1)
  const listed = () => Array.from(desk.host.querySelectorAll('[role=option]'), (each) => each.textContent)
  return { ...desk, paths, run, listed }
}

it('the palette closes by its button, and by a tap outside', async () => {
  const { host, press } = await openPalette()
  const dialog = host.querySelector('dialog')
  dialog?.showModal()
  await press('×')
  expect(dialog?.open).toBe(false)

  dialog?.showModal()
  for (const kind of ['pointerdown', 'click'])
    act(() => void dialog?.dispatchEvent(new MouseEvent(kind, { clientX: 5, clientY: 5 })))
  expect(dialog?.open).toBe(false)
})

it('a search that finds twelve orders, customers and products shows its actions too', async () => {
  const { listed, press, run } = await openPalette()
  const found = listed()
  expect(found.filter((text) => /(?:order|customer|product)$/.test(text))).toHaveLength(12)
  expect(found).toContain('Sign outaction')
  await press('Sign outaction')
  expect(run).toHaveBeenCalledOnce()
})

it('a packer searches neither all orders nor customers nor products', async () => {
  const { listed, paths } = await openPalette('packer')
  expect(paths).toEqual([])
  expect(listed()).toEqual(['Sign outaction'])
})
