// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { aDeskOrder } from '../desk-order.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import Orders from './orders.tsx'

/** Opens the orders, and marks one as packed. The Shop API refuses that for the orders `refusedIds`. */
async function openWithRefusals(refusedIds: readonly string[], path = '/orders') {
  const results = refusedIds.map((purchaseId) => ({
    purchaseId,
    result: 'refused',
    message: 'Already shipped',
  }))
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/admin/orders/bulk') return Response.json({ data: { results } })
    if (url.startsWith('/api/admin/orders'))
      return Response.json({ data: { orders: [aDeskOrder()], nextCursor: null } })
    return Response.json({ code: 'NOT_FOUND', message: 'Not found' }, { status: 404 })
  })
  // React prints that happy-dom does not know the element `search`.
  const printedErrors = vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  const desk = await renderDesk(<Orders />, { path })
  printedErrors.mockClear()
  act(() => desk.field('Select order ORDER-1').click())
  // The text of the button ends with its key.
  await desk.press('Mark as packedm')
  return desk
}

it('choosing a tab removes the failures of the tab before', async () => {
  const { host, text, advance } = await openWithRefusals(['order-1'])
  expect(text()).toContain('Not done:#ORDER-1: Already shipped')

  act(() => host.querySelector<HTMLElement>('nav a:not([aria-current])')?.click())
  await advance(1)
  expect(text()).not.toContain('Not done:')
})

it('refusals of all orders are listed, and no message says that none was changed', async () => {
  const { text } = await openWithRefusals(['order-1'])
  expect(text()).toContain('Not done:')
  expect(text()).not.toContain('0 orders')
})

it('a new search deselects the orders of the search before', async () => {
  const { field, type, advance } = await openWithRefusals(['order-1'])
  expect(field('Select order ORDER-1').checked).toBe(true)

  type(field('Search orders'), 'kochi')
  await advance(1000)
  type(field('Search orders'), '')
  await advance(1000)
  expect(field('Select order ORDER-1').checked).toBe(false)
})

it('the orders of the search before are said to be old until those of the new search arrive', async () => {
  const { field, type, advance, host, text } = await openWithRefusals([])
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('kochi')
      ? answer.promise
      : Response.json({ code: 'NOT_FOUND', message: 'Not found' }, { status: 404 }),
  )
  type(field('Search orders'), 'kochi')
  await advance(1000)
  expect(text()).toContain('#ORDER-1')
  expect(text()).toContain('Loading…')
  expect(host.querySelector('table')?.closest('[aria-busy=true]')).not.toBeNull()

  const orders = [aDeskOrder({ purchaseId: 'order-2' })]
  answer.resolve(Response.json({ data: { orders, nextCursor: null } }))
  await advance(10)
  expect(text()).toContain('#ORDER-2')
  expect(text()).not.toContain('Loading…')
  expect(host.querySelector('[aria-busy=true]')).toBeNull()
})

it('refusals of two orders with the same number are both listed', async () => {
  const { host } = await openWithRefusals(['1-AAAABBBB', '2-AAAABBBB'])
  const reasons = Array.from(host.querySelectorAll('[role=alert] li'), (each) => each.textContent)
  expect(reasons).toEqual(['#AAAABBBB: Already shipped', '#AAAABBBB: Already shipped'])
})

it('marking many orders as packed asks first, and can be undone', async () => {
  const bodies = stubBulkActions(['order-1', 'order-2'].map((purchaseId) => aDeskOrder({ purchaseId })))
  // React prints that happy-dom does not know the element `search`.
  const printedErrors = vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  const { field, press, text } = await renderDesk(<Orders />)
  printedErrors.mockClear()
  act(() => field('Select all').click())
  await press('Mark as packedm')
  expect(bodies).toEqual([])
  expect(text()).toContain('Mark 2 orders as packed')
  await press('Mark as packed')
  expect(bodies.map(({ action }) => action)).toEqual(['pack'])
  await press('Undo')
  expect(bodies.at(-1)).toMatchObject({ action: 'unpack', orderIds: ['order-1', 'order-2'] })
  expect(text()).toContain('2 orders to be packed again')
})

it.each([
  ['pack', ['Pack one by onep', 'Mark as packedm', 'PrintShift P']],
  ['handOver', ['Tracking numberst', 'Ships', 'PrintShift P']],
  ['onTheWay', ['Deliveredd']],
])('the bar of the tab %s leads with its actions', async (work, first) => {
  // One order is refused, so it stays selected.
  const { host } = await openWithRefusals(['order-1'], `/orders?work=${work}`)
  const buttons = [...host.querySelectorAll('[role=toolbar] button')].map(({ textContent }) => textContent)
  expect(buttons.slice(0, first.length)).toEqual(first)
})

/** A Shop API with these orders, in which every bulk action succeeds. Returns the bodies of these requests. */
function stubBulkActions(orders: readonly ReturnType<typeof aDeskOrder>[]) {
  const bodies: { action: string; orderIds: string[] }[] = []
  vi.stubGlobal('fetch', async (url: string, init?: { body: string }) => {
    if (url === '/api/admin/orders/bulk') {
      const body = JSON.parse(init?.body ?? '')
      bodies.push(body)
      const results = body.orderIds.map((purchaseId: string) => ({ purchaseId, result: 'done' }))
      return Response.json({ data: { results } })
    }
    if (url.startsWith('/api/admin/orders')) return Response.json({ data: { orders, nextCursor: null } })
    return Response.json({ code: 'NOT_FOUND', message: 'Not found' }, { status: 404 })
  })
  return bodies
}

/** Selects all of these orders and opens the dialog. */
async function confirmAll(methods: readonly string[]) {
  const orders = methods.map((method, index) =>
    aDeskOrder({ purchaseId: `order-${index}`, work: 'confirm', payment: { method, state: 'pending' } }),
  )
  const bodies = stubBulkActions(orders)
  // React prints that happy-dom does not know the element `search`.
  const printedErrors = vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  const { advance, field, host, press, text } = await renderDesk(<Orders />, {
    path: '/orders?work=confirm',
  })
  printedErrors.mockClear()
  act(() => field('Select all').click())
  await press('Confirmc')
  const last = `order-${methods.length - 1}`
  expect(host.querySelector(`dialog a[href="/orders/${last}"]`)).not.toBeNull()
  return {
    advance,
    host,
    press,
    sentIds: () => bodies.map(({ orderIds }) => orderIds),
    expectLeft: () => {
      expect(text()).not.toContain('Not done:')
      expect(field(`Select order ${last.toUpperCase()}`).checked).toBe(true)
    },
  }
}

describe('the dialog that confirms many orders leads to those paid by UPI', () => {
  it('beside cash orders: only those are confirmed', async () => {
    const { advance, host, press, sentIds, expectLeft } = await confirmAll(['cod', 'hosted'])
    await press('Confirm')
    // The dialog closes once the lists are read again. The work of today cannot be read here.
    await advance(20_000)
    expect(host.querySelector('dialog')).toBeNull()
    expect(sentIds()).toEqual([['order-0']])
    expectLeft()
  })

  it('alone: nothing is sent', async () => {
    const { sentIds, expectLeft } = await confirmAll(['hosted'])
    expect(sentIds()).toEqual([])
    expectLeft()
  })
})

it('a town that is named like its state is named once', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.startsWith('/api/admin/orders')
      ? Response.json({
          data: { orders: [aDeskOrder({ name: 'Meera', city: 'Delhi', state: 'Delhi' })], nextCursor: null },
        })
      : Response.json({ code: 'NOT_FOUND', message: 'Not found' }, { status: 404 }),
  )
  vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  const { host } = await renderDesk(<Orders />)
  expect(host.querySelectorAll('td')[1]?.textContent).toBe('MeeraDelhi')
})
