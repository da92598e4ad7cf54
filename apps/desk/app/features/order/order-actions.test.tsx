// @vitest-environment happy-dom
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aDeskOrder } from '../../desk-order.fixture.ts'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { OrderActions } from './order-actions.tsx'

const AMOUNT = 'Amount on the account, in rupees'
const REFERENCE = 'Reference number'

let sent: [path: string, body: unknown][]
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    sent.push([url, JSON.parse(body)])
    return Response.json({ code: 'ILLEGAL_TRANSITION', message: 'Refused' }, { status: 409 })
  })
})

const ignore = async () => {}

async function renderActions(
  work: string,
  actions: readonly string[],
  { claimedReference = '402911112222', ...fields }: Partial<DeskOrder> & { claimedReference?: string } = {},
) {
  const order = aDeskOrder({
    work,
    orderStatus: work === 'findPayment' ? 'CANCELLED' : 'PROCESSING',
    totalAmount: 400,
    payment: { method: 'upi', state: 'claimed', claimedReference },
    actions: actions.map((action) => ({ action, allowed: true })),
    ...fields,
  })
  return renderDesk(<OrderActions order={order} onDone={ignore} onChangedByAnother={ignore} />)
}

it('a UPI payment is confirmed with the amount and number that the operator types', async () => {
  const { text, field, type, press, advance } = await renderActions('confirm', ['confirm'])
  await press('Confirm')
  expect(text()).toContain('The order costs ₹400. The shopper gave the reference 402911112222.')
  // What the shopper says is not filled in.
  expect([field(AMOUNT).value, field(REFERENCE).value]).toEqual(['', ''])
  type(field(AMOUNT), '400.00')
  type(field(REFERENCE), '4029 1111 2222')
  act(() => field(AMOUNT).form?.requestSubmit())
  await advance(1)
  expect(sent).toEqual([
    ['/api/admin/orders/order-1/confirm', { amount: 400, reference: '402911112222', version: 'v1' }],
  ])
})

it('the next step of an order comes first, and what few orders need comes last', async () => {
  const { host } = await renderActions('pack', ['record', 'cancel', 'pack', 'ship'])
  const labels = Array.from(host.querySelectorAll('button'), ({ textContent }) => textContent)
  expect(labels).toEqual(['Pack', 'Cancel', 'Ship', 'Record a payment to send back', 'Print'])
})

it('an operator can say that the account shows no number, and may not leave it open', async () => {
  const { field, type, press, advance } = await renderActions('findPayment', [
    'revive',
    'record',
    'closeClaim',
  ])
  await press('Payment found: revive')
  type(field(AMOUNT), '400')
  expect(field(REFERENCE).required).toBe(true)
  act(() => field('The account shows no reference number').click())
  act(() => field(AMOUNT).form?.requestSubmit())
  await advance(1)
  expect(sent).toEqual([
    ['/api/admin/orders/order-1/revive', { amount: 400, noReference: true, version: 'v1' }],
  ])
})

it('the claimed payment of an undone change is named where it is recorded, and where it is not found', async () => {
  const sought = { amount: 200, claimedReference: '502911112222' }
  const { text, host, press } = await renderActions('findPayment', ['closeClaim', 'record'], { sought })
  const [first] = Array.from(host.querySelectorAll('button'), ({ textContent }) => textContent)
  expect(first).toBe('Record a payment to send back')
  await press('Record a payment to send back')
  expect(text()).toContain(
    'The shopper says that ₹200 was paid for a change. The shopper gave the reference 502911112222.',
  )
  await press('Payment not found')
  expect(text()).toContain('have not found ₹200 for a change of this order. It stays as it is')
})
