// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aDeskLine, aDeskOrder } from '../desk-order.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import Pack from './pack.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/admin/orders/pack-queue')
      return Response.json({ data: { orderIds: ['order-1', 'order-2'] } })
    return Response.json({ data: aDeskOrder({ purchaseId: /order-\d/.exec(url)?.[0] ?? '' }) })
  })
})

it('the pack page shows the orders in the sequence of the queue', async () => {
  const { host, press } = await renderDesk(<Pack />)
  const heading = () => host.querySelector('h2')?.textContent
  expect(heading()).toBe('#ORDER-1')
  await press('Skip this order')
  expect(heading()).toBe('#ORDER-2')
})

it('after the orders that the URL names, "Look for more" shows the orders of the queue', async () => {
  const { host, press } = await renderDesk(<Pack />, { path: '/pack?orders=order-7' })
  const heading = () => host.querySelector('h2')?.textContent
  expect(heading()).toBe('#ORDER-7')
  await press('Skip this order')
  await press('Look for more')
  expect(heading()).toBe('#ORDER-1')
})

const threeLines = ['donut', 'barfi', 'laddoo'].map((productId) =>
  aDeskLine({ productId, name: productId, quantity: 1 }),
)

it('the pack page shows the units to pack, and says which are refunded', async () => {
  const lines = [
    aDeskLine({ quantity: 3, toPack: 1 }),
    aDeskLine({ productId: 'barfi', name: 'Barfi', quantity: 1, toPack: 0 }),
  ]
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/pack-queue')) return Response.json({ data: { orderIds: ['order-1'] } })
    return Response.json({ data: aDeskOrder({ lines, totalItems: 4, itemsToPack: 1 }) })
  })
  const { host, text } = await renderDesk(<Pack />)
  expect([...host.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['Donut1'])
  expect(text()).toContain('1 item, placed')
  expect(text()).toContain('Refunded, not to be packed: 2 × Donut')
  expect(text()).toContain('Refunded, not to be packed: 1 × Barfi')
})

it('an order that changes while it is packed is shown again, without its ticks', async () => {
  const bodies: unknown[] = []
  let version = 'v1'
  let lines = [aDeskLine({ quantity: 3 }), aDeskLine({ productId: 'barfi', name: 'Barfi', quantity: 1 })]
  vi.stubGlobal('fetch', async (url: string, init?: { body: string }) => {
    if (url.endsWith('/pack-queue')) return Response.json({ data: { orderIds: ['order-1'] } })
    const body = JSON.parse(init?.body ?? '')
    if (body.step === 'claim') return Response.json({ data: aDeskOrder({ version, lines }) })
    bodies.push(body)
    return version === 'v1'
      ? Response.json({ data: aDeskOrder({ version: 'v1 begun', lines }) })
      : Response.json({ code: 'ORDER_CHANGED', message: 'Changed by somebody else' }, { status: 412 })
  })
  const { host, text, advance } = await renderDesk(<Pack />)
  const tickNext = async () => {
    act(() => host.querySelector<HTMLInputElement>('input:not(:checked)')?.click())
    await advance(1)
  }
  await tickNext()
  // Two of the three donuts are refunded meanwhile.
  version = 'v2'
  lines = [
    aDeskLine({ quantity: 3, toPack: 1 }),
    aDeskLine({ productId: 'barfi', name: 'Barfi', quantity: 1 }),
  ]
  await tickNext()
  await advance(1)
  expect(bodies).toEqual([
    { step: 'begin', version: 'v1' },
    { step: 'finish', version: 'v1 begun' },
  ])
  expect(text()).toContain('Changed by somebody else')
  expect(text()).toContain('Refunded, not to be packed: 2 × Donut')
  expect(host.querySelectorAll('input:checked')).toHaveLength(0)
})

it('the Enter key ticks one line, however long it is held', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/pack-queue')) return Response.json({ data: { orderIds: ['order-1'] } })
    return Response.json({ data: aDeskOrder({ purchaseId: 'order-1', lines: threeLines }) })
  })
  const { host, advance } = await renderDesk(<Pack />)
  const pressEnter = async (target: Element | null, repeat: boolean) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true })
    act(() => void target?.dispatchEvent(event))
    await advance(1)
    return event
  }
  const heading = host.querySelector('h2')
  await pressEnter(heading, false)
  await pressEnter(heading, true)
  expect(host.querySelectorAll('input:checked')).toHaveLength(1)

  // The browser turns a key press on a button into a click, unless its default is prevented.
  const button = host.querySelector('button')
  expect((await pressEnter(button, false)).defaultPrevented).toBe(false)
  expect((await pressEnter(button, true)).defaultPrevented).toBe(true)
})

it('the message of a failed start of packing goes with the next try', async () => {
  let fails = true
  vi.stubGlobal('fetch', async (url: string, init?: { body: string }) => {
    if (url.endsWith('/pack-queue')) return Response.json({ data: { orderIds: ['order-1'] } })
    if (JSON.parse(init?.body ?? '').step === 'begin' && fails) throw new TypeError('Failed to fetch')
    return Response.json({ data: aDeskOrder({ purchaseId: 'order-1', lines: threeLines }) })
  })
  const { host, text, advance } = await renderDesk(<Pack />)
  const tick = async (index: number) => {
    act(() => host.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[index]?.click())
    await advance(1)
  }
  await tick(0)
  expect(host.querySelector('[role="alert"]')).not.toBeNull()
  fails = false
  await tick(1)
  expect(host.querySelector('[role="alert"]')).toBeNull()
  expect(text()).toContain('#ORDER-1')
})

it('the last tick of an order can be undone: the order comes back as the next one', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: { body: string }) => {
    if (url.endsWith('/pack-queue')) return Response.json({ data: { orderIds: ['order-1', 'order-2'] } })
    const purchaseId = /order-\d/.exec(url)?.[0] ?? ''
    const body = JSON.parse(init?.body ?? '')
    bodies.push([purchaseId, body])
    return Response.json({ data: aDeskOrder({ purchaseId, version: `after ${body.step}` }) })
  })
  const { host, text, press, advance } = await renderDesk(<Pack />)
  const heading = () => host.querySelector('h2')?.textContent
  act(() => host.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  await advance(1)
  await advance(1)
  expect(heading()).toBe('#ORDER-2')
  expect(text()).toContain('#ORDER-1 is packed')
  await press('Undo')
  await advance(1)
  expect(bodies).toContainEqual(['order-1', { step: 'undo', version: 'after finish' }])
  expect(heading()).toBe('#ORDER-1')
  expect(host.querySelectorAll('input:checked')).toHaveLength(0)
  expect(text()).toContain('1 of 2')
})

const TAKEN = { code: 'ILLEGAL_TRANSITION', message: 'mira@example.in is packing this order' }

/** A Shop API in which another packer has the first order of the queue. */
function stubTakenOrder() {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: { body: string }) => {
    if (url.endsWith('/pack-queue')) return Response.json({ data: { orderIds: ['order-1', 'order-2'] } })
    const purchaseId = /order-\d/.exec(url)?.[0] ?? ''
    bodies.push([purchaseId, JSON.parse(init?.body ?? '').step])
    if (purchaseId === 'order-1') return Response.json(TAKEN, { status: 409 })
    return Response.json({ data: aDeskOrder({ purchaseId, lines: threeLines }) })
  })
  return bodies
}

it('the next packer gets the next free order, and keeps it with each tick', async () => {
  const bodies = stubTakenOrder()
  const { host, text, advance } = await renderDesk(<Pack />)
  await advance(1)
  expect(host.querySelector('h2')?.textContent).toBe('#ORDER-2')
  expect(text()).toContain('1 of 1')
  for (let tick = 1; tick <= 3; tick += 1) {
    act(() => host.querySelector<HTMLInputElement>('input:not(:checked)')?.click())
    await advance(1)
  }
  expect(bodies).toEqual([
    ['order-1', 'claim'],
    ['order-2', 'claim'],
    ['order-2', 'begin'],
    ['order-2', 'claim'],
    ['order-2', 'finish'],
  ])
})

it('an order that was chosen says who is packing it', async () => {
  stubTakenOrder()
  const { text } = await renderDesk(<Pack />, { path: '/pack?orders=order-1' })
  expect(text()).toContain('Order #ORDER-1 is not for you to pack')
  expect(text()).toContain('mira@example.in is packing this order')
  expect(text()).not.toContain('API request failed')
})
