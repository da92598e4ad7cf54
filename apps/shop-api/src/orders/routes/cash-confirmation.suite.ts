import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

const COD = { paymentDetails: { method: 'cod' } }
/** An order of the only barfi in stock. */
const BARFI_ORDER = { items: [{ productId: 'barfi', quantity: 1 }], totalAmount: 400, ...COD }
/**
 * Orders of one test need different quantities. They have no idempotency key, so the same request
 * again would be a replay.
 */
const laddooOrder = (quantity: number) => ({
  items: [{ productId: 'laddoo', quantity }],
  totalAmount: 279.5 * quantity,
  ...COD,
})
const HOUR_MS = 60 * 60 * 1000

/** First cash orders, which the shopper confirms by the link in a mail, on every adapter. */
export function cashConfirmationSuite(open: OpenTestShop) {
  const { history, place, shop, stockOf, mails } = openCheckout(() => open({ guestCheckout: true }))

  async function requireConfirmation() {
    const stored = await shop().call('boss', 'PUT', '/admin/shop', aShop({ confirmFirstCashOrders: true }))
    expect(stored.status).toBe(200)
  }
  const ashasMails = () => shop().mailbox.list('asha@example.in')
  /** Waits for the mail. Returns the token of the order's link, and the code that confirms. */
  async function readConfirmationMail() {
    await expect.poll(async () => (await ashasMails()).length).toBe(1)
    const [, token = '', code = ''] =
      /\/orders\/([\w-]+)#confirm=([\w-]+)/.exec((await ashasMails())[0]?.text ?? '') ?? []
    return { token, code }
  }
  const confirm = (token: string, code: string) =>
    shop().shop.app.inject({ method: 'POST', url: `/api/order-links/${token}/confirm`, body: { code } })
  const mailKinds = async () => (await mails()).map(({ kind }) => kind).toSorted()

  it('a first order with cash holds its stock, and only the code of its mail confirms it', async () => {
    await requireConfirmation()
    const { data } = await place(BARFI_ORDER)
    expect(data).toMatchObject({ orderStatus: 'PROCESSING', payment: { state: 'unconfirmed' } })
    // The shopper has 48 hours.
    expect(data.payment.expiresAt).toBe('2026-01-03T12:00:00.000Z')
    expect(await stockOf('barfi')).toBe(0)
    const toConfirm = await shop().call('boss', 'GET', '/admin/orders?work=confirm')
    expect(toConfirm.data.orders).toMatchObject([{ purchaseId: data.purchaseId }])
    const { token, code } = await readConfirmationMail()
    expect(JSON.stringify(data)).not.toContain(code)

    const wrongCode = 'A'.repeat(code.length)
    expect((await confirm(token, wrongCode)).statusCode).toBe(404)
    expect(await mailKinds()).toEqual(['order-confirm-cash'])
    expect((await confirm(token, code)).json().data).toMatchObject({
      orderStatus: 'CONFIRMED',
      payment: { state: 'due' },
    })
    // A second confirmation changes nothing.
    expect((await confirm(token, code)).statusCode).toBe(200)
    expect(await mailKinds()).toEqual(['order-confirm-cash', 'order-confirmed'])
  })

  it('an unconfirmed order expires after 48 hours: its stock is returned, and a mail says so', async () => {
    await requireConfirmation()
    await place(BARFI_ORDER)
    const start = shop().clock.now.getTime()
    shop().clock.now = new Date(start + 47 * HOUR_MS)
    await shop().shop.reconcile()
    expect(await stockOf('barfi')).toBe(0)
    shop().clock.now = new Date(start + 48 * HOUR_MS)
    await shop().shop.reconcile()
    expect(await stockOf('barfi')).toBe(1)
    expect(await history()).toMatchObject([{ orderStatus: 'CANCELLED', payment: { state: 'unpaid' } }])
    expect(await mailKinds()).toEqual(['order-cancelled', 'order-confirm-cash'])
  })

  it('an operator may confirm too, and a shopper with a delivered order need not', async () => {
    await requireConfirmation()
    const { data } = await place(laddooOrder(1))
    const path = `/admin/orders/${data.purchaseId}/confirm`
    expect((await shop().call('boss', 'POST', path, {})).data.orderStatus).toBe('CONFIRMED')
    const second = await place(laddooOrder(2))
    expect(second.data.payment.state).toBe('unconfirmed')
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await shop().call('boss', 'PUT', `/purchases/order/${data.purchaseId}/status`, { orderStatus })
    const third = await place(laddooOrder(3))
    expect(third.data).toMatchObject({ orderStatus: 'CONFIRMED', payment: { state: 'due' } })
  })

  it('cash orders without the setting, and all card orders, are confirmed at once', async () => {
    expect((await place(COD)).data.orderStatus).toBe('CONFIRMED')
    await requireConfirmation()
    expect((await place({}, {}, 'ravi')).data.orderStatus).toBe('CONFIRMED')
  })

  it("a guest confirms a cash order, also with the e-mail address of a customer, and the replies don't differ", async () => {
    await requireConfirmation()
    const { data } = await place(laddooOrder(1))
    await shop().call('boss', 'POST', `/admin/orders/${data.purchaseId}/confirm`, {})
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await shop().call('boss', 'PUT', `/purchases/order/${data.purchaseId}/status`, { orderStatus })
    let keys = 0
    const placeAsGuest = async (email: string) => {
      const response = await shop().shop.app.inject({
        method: 'POST',
        url: '/api/guest-orders',
        headers: { 'idempotency-key': `guest-key-00000000${(keys += 1)}` },
        body: { ...laddooOrder(2), shippingAddress: homeAddress, email },
      })
      return { status: response.statusCode, ...response.json().data }
    }
    // The guest has received an order with this address, too.
    const earlier = await placeAsGuest('asha@example.in')
    await shop().call('boss', 'POST', `/admin/orders/${earlier.order.purchaseId}/confirm`, {})
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await shop().call('boss', 'PUT', `/purchases/order/${earlier.order.purchaseId}/status`, { orderStatus })

    const known = await placeAsGuest('asha@example.in')
    const unknown = await placeAsGuest('nobody@example.in')
    expect(known).toMatchObject({
      status: 201,
      order: { orderStatus: 'PROCESSING', payment: { state: 'unconfirmed' } },
    })
    const { purchaseId } = known.order
    expect({ ...unknown, token: known.token, order: { ...unknown.order, purchaseId } }).toEqual(known)
  })
}
