import { describe, expect, it } from 'vitest'
import { card, openCheckout } from '../../orders/work/checkout.fixture.ts'
import { openTestShop } from '../../shop.fixture.ts'
import { deliveryOf } from '../provider-drivers.fixture.ts'

const MINUTE_MS = 60_000
/** How long an order of the test shop waits for its payment. */
const PAYMENT_LIFETIME_MS = 30 * MINUTE_MS

const REDIRECT_CARD = card('4000000000003220')
const LATE_CARD = card('4000000000003063')
const REFUND_FAILS_CARD = card('4000000000005126')

describe('the simulator', () => {
  const { shop, place, history, mails } = openCheckout(() => openTestShop())
  const passTime = (ms: number) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + ms)
  }
  const cancel = async (id: string) =>
    (await shop().call('asha', 'POST', `/purchases/order/${id}/cancel`, { reason: 'No longer needed' })).data
  const returnFromBank = async (fields: Record<string, string>, result: string) => {
    const body = new URLSearchParams({ ...fields, result }).toString()
    return deliveryOf(shop(), { path: `simulator/return?order=${fields['order']}`, body })()
  }

  it.each([
    ['a card', REDIRECT_CARD],
    ['a UPI id', { method: 'upi', upiId: 'redirect@bank' }],
  ])(
    'sends the shopper to the bank page for %s, where a refused payment may be tried again',
    async (_name, details) => {
      const { data } = await place({ paymentDetails: details })
      const { url, fields } = data.payment.form
      expect([data.payment.state, url]).toEqual(['waiting', '/api/payments/simulator/bank'])

      expect(await returnFromBank(fields, 'failed')).toBe(303)
      expect(await history()).toMatchObject([
        { orderStatus: 'PROCESSING', payment: { state: 'waiting', message: 'The bank refused the payment' } },
      ])
      expect(await returnFromBank(fields, 'paid')).toBe(303)
      expect(await history()).toMatchObject([{ orderStatus: 'CONFIRMED', payment: { state: 'paid' } }])
    },
  )

  it('approves a UPI id with the name of a property that every object has', async () => {
    const { data } = await place({ paymentDetails: { method: 'upi', upiId: 'constructor@bank' } })
    expect(data).toMatchObject({ orderStatus: 'CONFIRMED', payment: { state: 'paid' } })
  })

  it('serves a bank page that escapes its fields and allows no inline scripts', async () => {
    const page = await shop().shop.app.inject({
      method: 'POST',
      url: '/api/payments/simulator/bank',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ order: '"><script>1', token: '"><script>2' }).toString(),
    })
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    expect(page.body).not.toContain('<script>')
    expect(page.body).toContain('<button>Pay</button>')
  })

  it('plays late money, which arrives after the order has expired and is refunded', async () => {
    const { data } = await place({ paymentDetails: LATE_CARD })
    expect(await returnFromBank(data.payment.form.fields, 'paid')).toBe(303)
    expect(await history()).toMatchObject([{ orderStatus: 'PROCESSING' }])
    passTime(PAYMENT_LIFETIME_MS)
    await shop().shop.reconcile()
    expect(await history()).toMatchObject([{ orderStatus: 'CANCELLED', refunds: [] }])
    // The money arrives a minute after the order has expired.
    passTime(MINUTE_MS)
    await shop().shop.reconcile()
    expect(await history()).toMatchObject([
      { orderStatus: 'CANCELLED', refunds: [{ amount: 559, state: 'done' }] },
    ])
  })

  it('plays a refund that the bank refuses', async () => {
    const { data } = await place({ paymentDetails: REFUND_FAILS_CARD })
    expect((await cancel(data.purchaseId)).refunds).toMatchObject([{ state: 'requested' }])
    await shop().shop.reconcile()
    expect(await history()).toMatchObject([{ refunds: [{ amount: 559, state: 'failed' }] }])
    expect((await mails()).map(({ kind }) => kind)).toEqual([
      'order-confirmed',
      'order-cancelled',
      'order-refund-failed',
    ])
  })

  it('plays a refund that takes five seconds, even if the shop restarts meanwhile', async () => {
    const { data } = await place({ paymentDetails: { method: 'upi', upiId: 'slowrefund@bank' } })
    await cancel(data.purchaseId)
    await shop().shop.reconcile()
    expect(await history()).toMatchObject([{ refunds: [{ state: 'sent' }] }])
    await shop().restart()
    passTime(5_000)
    await shop().shop.reconcile()
    const [order] = await history()
    expect(order.refunds).toMatchObject([{ state: 'done' }])
    expect(order.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'placed',
      'paid',
      'confirmed',
      'cancelled',
      'refundRequested',
      'refundSent',
      'refundDone',
    ])
  })
})
