import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { expect, it } from 'vitest'
import type { OpenTestShop } from '../shop.fixture.ts'
import { openCheckout } from './checkout.fixture.ts'

const COD = { paymentDetails: { method: 'cod' } }
/** The only barfi in stock. */
const BARFI = { items: [{ productId: 'barfi', quantity: 1 }], totalAmount: 400, ...COD }
/** Orders without an idempotency key need different quantities: the same request again would be a replay. */
const laddoos = (quantity: number) => ({
  items: [{ productId: 'laddoo', quantity }],
  totalAmount: 279.5 * quantity,
  ...COD,
})
const HOUR_MS = 60 * 60 * 1000

/** First orders with cash on delivery, which the shopper confirms by mail, on every adapter. */
export function cashConfirmationSuite(open: OpenTestShop) {
  const { history, place, shop, stockOf, mails } = openCheckout(open)

  async function requireConfirmation() {
    const stored = await shop().call('boss', 'PUT', '/admin/shop', aShop({ confirmFirstCashOrders: true }))
    expect(stored.status).toBe(200)
  }
  const ashasMails = () => shop().mailbox.list('asha@example.in')
  async function mailedConfirmation() {
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
    const { data } = await place(BARFI)
    expect(data).toMatchObject({ orderStatus: 'PROCESSING', payment: { state: 'unconfirmed' } })
    // The shopper has 48 hours.
    expect(data.payment.expiresAt).toBe('2026-01-03T12:00:00.000Z')
    expect(await stockOf('barfi')).toBe(0)
    const toConfirm = await shop().call('boss', 'GET', '/admin/orders?work=confirm')
    expect(toConfirm.data.orders).toMatchObject([{ purchaseId: data.purchaseId }])
    const { token, code } = await mailedConfirmation()
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
    await place(BARFI)
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

  it('an operator may confirm a first order too, and a shopper who has received an order need not confirm the next', async () => {
    await requireConfirmation()
    const { data } = await place(laddoos(1))
    const path = `/admin/orders/${data.purchaseId}/confirm`
    expect((await shop().call('boss', 'POST', path, {})).data.orderStatus).toBe('CONFIRMED')
    const second = await place(laddoos(2))
    expect(second.data.payment.state).toBe('unconfirmed')
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await shop().call('boss', 'PUT', `/purchases/order/${data.purchaseId}/status`, { orderStatus })
    const third = await place(laddoos(3))
    expect(third.data).toMatchObject({ orderStatus: 'CONFIRMED', payment: { state: 'due' } })
  })

  it('cash orders are confirmed at once when the setting of the shop is off, and card orders always', async () => {
    expect((await place(COD)).data.orderStatus).toBe('CONFIRMED')
    await requireConfirmation()
    expect((await place({}, {}, 'ravi')).data.orderStatus).toBe('CONFIRMED')
  })
}
