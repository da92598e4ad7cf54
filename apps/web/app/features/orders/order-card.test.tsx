// @vitest-environment happy-dom
import { WAITING_FOR_THE_SHOP } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, onTestFinished } from 'vitest'
import { OrderCard } from './order-card.tsx'

const REFUND = {
  refundId: 'r1',
  state: 'done',
  amount: 89,
  reason: 'Cancelled',
  requestedAt: '2026-11-16T03:00:00.000Z',
  updatedAt: '2026-11-16T03:00:00.000Z',
}

it('an order card shows every fact of its order', () => {
  const card = show({
    orderStatus: 'SHIPPED',
    deliveryStatus: 'OUT_FOR_DELIVERY',
    shippingAddress: { ...aPurchase().shippingAddress, addressLine2: 'Second floor' },
  })

  for (const fact of [
    'Order #AB12CD34',
    'Placed on November 15, 2026 at 8:30 AM',
    'OrderSHIPPED',
    'DeliveryOUT FOR DELIVERY',
    'Motichoor LaddooSweetsQty: 3₹178.20₹59.40 each',
    'Payment MethodCARD',
    'Transaction IDtxn-1',
    'Estimated DeliveryNovember 20, 2026',
    'Total Items5',
    'Total Amount₹1,00,178.20',
    'Asha Rao12 MG RoadSecond floorBengaluru, Karnataka - 560001Phone: 9876543210',
  ]) {
    expect(card.textContent).toContain(fact)
  }
  expect(card.querySelector('[aria-current="step"]')?.textContent).toBe('Out for delivery')
})

it.each<[string, Partial<Purchase>]>([
  ['has arrived', { orderStatus: 'DELIVERED', deliveryStatus: 'DELIVERED' }],
  ['is cancelled', { orderStatus: 'CANCELLED' }],
  ['waits for its payment', { payment: { state: 'waiting' } }],
  ['has a payment that is checked', { payment: { state: 'checking' } }],
])('an order card shows no estimated delivery when the order %s', (_case, fields) => {
  expect(show(fields).textContent).not.toContain('Estimated Delivery')
})

it('an order card shows a delivery timeline, but not for a cancelled order', () => {
  expect(show({}).querySelector('[aria-label="Delivery"]')).not.toBeNull()
  expect(show({ orderStatus: 'CANCELLED' }).querySelector('[aria-label="Delivery"]')).toBeNull()
})

it('an order card shows an unknown order status in red, and an unknown delivery status in a neutral colour', () => {
  const card = show({ orderStatus: 'ON_HOLD', deliveryStatus: 'RETURNED' })
  const badgeClass = (text: string) =>
    [...card.querySelectorAll('dd span')].find(({ textContent }) => textContent === text)?.className

  expect(badgeClass('ON HOLD')).toContain('bg-danger-tint')
  expect(badgeClass('RETURNED')).toContain('bg-paper')
  expect(card.querySelector('[aria-label="Delivery"]')).toBeNull()
})

it.each<[string, Partial<Purchase>, string]>([
  ['is not confirmed by the bank', { orderStatus: 'PROCESSING' }, 'Waiting for the bank'],
  ['was declined later', { orderStatus: 'CANCELLED' }, 'We have seen no payment'],
  ['has a payment that is checked', { payment: { state: 'checking' } }, 'Waiting for the bank'],
  ['waits for its payment', { payment: { state: 'waiting' } }, 'Not paid yet'],
  ['is paid as the shopper says', { payment: { state: 'claimed' } }, WAITING_FOR_THE_SHOP],
  ['expired', { orderStatus: 'CANCELLED', payment: { state: 'unpaid' } }, 'We have seen no payment'],
  ['is paid on delivery', { payment: { state: 'due' } }, 'To be paid on delivery'],
  ['was paid on delivery', { orderStatus: 'DELIVERED', payment: { state: 'paid' } }, 'Paid'],
])('without a transaction id, an order that %s shows its payment state', (_case, fields, text) => {
  expect(show({ ...fields, transactionId: '' }).textContent).toContain(`Transaction ID${text}`)
})

it('an order card shows a payment method and a refund state that it does not know', () => {
  const at = '2026-11-16T03:00:00.000Z'
  const refund = { refundId: 'r1', amount: 89, reason: 'Broken', requestedAt: at, updatedAt: at }
  const card = show({
    paymentDetails: { method: 'wallet', transactionId: 'txn-1' },
    refunds: [{ ...refund, state: 'onHold' }],
  })

  expect(card.textContent).toContain('Payment MethodWALLET')
  expect(card.textContent).toContain('On hold₹89')
})

const CASH = { method: 'cod', transactionId: '' } as const

it.each<[string, Partial<Purchase>, string]>([
  ['was paid', { payment: { state: 'paid' } }, 'To be refunded'],
  ['was refunded', { payment: { state: 'paid' }, refunds: [REFUND] }, 'Refunded'],
  ['was to be paid on delivery', { payment: { state: 'unpaid' }, paymentDetails: CASH }, 'Nothing to pay'],
  ['was to be confirmed', { payment: { state: 'unconfirmed' }, paymentDetails: CASH }, 'Nothing to pay'],
])('the card of a cancelled order that %s says neither “Paid” nor “PROCESSING”', (_case, fields, text) => {
  const card = show({ orderStatus: 'CANCELLED', transactionId: '', ...fields }).textContent
  expect(card).toContain(`Transaction ID${text}`)
  expect(card).not.toMatch(/Paid|To be paid|PROCESSING/)
})

it('the lines of an order lead to their products', () => {
  const [laddoo, hamper] = aPurchase().items
  if (!laddoo || !hamper) throw new Error('The order has two lines')
  const card = show({ items: [{ ...laddoo, productId: 'laddoo-250' }, hamper] })
  const links = [...card.querySelectorAll('li a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ])
  expect(links).toEqual([['Motichoor Laddoo', '/product/laddoo-250']])
})

it('the day of delivery stands below the steps of the delivery', () => {
  const steps = show({}).querySelector('[aria-label="Delivery"]')
  expect(steps?.nextElementSibling?.textContent).toBe('Estimated DeliveryNovember 20, 2026')
})

it('an order card has a button to cancel only while the shop allows it', () => {
  show({ mayCancel: true })
  expect(cancelButton()).not.toBeNull()
  show({ mayCancel: false })
  expect(cancelButton()).toBeNull()
})

function cancelButton() {
  return document.querySelector('button[aria-label^="Cancel order"]')
}

function show(fields: Partial<Purchase>) {
  const card = <OrderCard userId="asha" order={aPurchase(fields)} addToCart={async () => {}} />
  document.body.innerHTML = renderToString(<MemoryRouter>{card}</MemoryRouter>)
  onTestFinished(() => document.body.replaceChildren())
  return document.body
}
