import { asPaise } from '@nashta/contracts/money'
import { upiPaymentOf, upiUri } from '@nashta/contracts/orders/upi-uri'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { describe, expect, it } from 'vitest'
import { openCheckout } from '../../orders/work/checkout.fixture.ts'
import { openTestShop, TEST_PAYMENTS } from '../../shop.fixture.ts'

const HOUR_MS = 60 * 60_000

it('the text of the QR code is exactly what UPI apps read', () => {
  const uri = upiUri({
    vpa: 'snacks@okbank',
    name: 'Asha & Sons Snacks',
    reference: '01JGAAAAAAAAAAAAAAAAAAAAA1',
    note: 'Order AAAAAAA1',
    amountPaise: asPaise(49_900),
  })
  expect(uri).toBe(
    'upi://pay?pa=snacks@okbank&pn=Asha%20%26%20Sons%20Snacks&tr=01JGAAAAAAAAAAAAAAAAAAAAA1&tn=Order%20AAAAAAA1&am=499.00&cu=INR',
  )
  expect(upiPaymentOf(uri)).toMatchObject({ vpa: 'snacks@okbank', name: 'Asha & Sons Snacks', amount: 499 })
})

it('the link of a merchant account names its merchant code, so that a page may open an app with it', () => {
  const payment = { vpa: 'a@b', name: 'n', reference: 'r', note: 'o', amountPaise: asPaise(500) }
  const merchant = upiPaymentOf(upiUri({ ...payment, merchantCode: '5441' }))
  expect(merchant.uri).toContain('pn=n&mc=5441&tr=r')
  expect(merchant.opensApp).toBe(true)
  expect(upiPaymentOf(upiUri(payment)).opensApp).toBe(false)
})

it('reference and note are cut to the lengths that UPI allows', () => {
  const long = 'x'.repeat(99)
  const uri = new URL(upiUri({ vpa: 'a@b', name: 'n', reference: long, note: long, amountPaise: asPaise(5) }))
  expect([uri.searchParams.get('tr')?.length, uri.searchParams.get('tn')?.length]).toEqual([35, 50])
  expect(uri.searchParams.get('am')).toBe('0.05')
})

describe("a shop with its own UPI id beside the simulator's cards and net banking", () => {
  const { shop, place, history, stockOf } = openCheckout(() =>
    openTestShop({ payments: { ...TEST_PAYMENTS, providers: ['upi', 'simulator'] } }),
  )
  const placeUpiOrder = async () => {
    const order = {
      items: [{ productId: 'barfi', quantity: 1 }],
      totalAmount: 400,
      paymentDetails: { method: 'hosted', choice: 'upi' },
    }
    return (await place(order)).data
  }
  const claimPaid = (id: string, body: object, sub = 'asha') =>
    shop().call(sub, 'POST', `/purchases/order/${id}/paid`, body)
  const passTime = (ms: number) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + ms)
  }

  it('an order by UPI has the text of its QR code, the id and the amount', async () => {
    const { purchaseId, payment } = await placeUpiOrder()
    expect(payment.upi).toMatchObject({ vpa: 'snacks@okbank', name: 'Asha Snacks', amount: 400 })
    expect(payment.upi.uri).toContain(`&tr=${purchaseId}&tn=Order%20${purchaseId.slice(-8)}&am=400.00&cu=INR`)
  })

  it('no list or export of waiting orders contains pictures of QR codes', async () => {
    await placeUpiOrder()
    const replies = [await history(), (await shop().call('asha', 'GET', '/account/asha/export')).data]
    for (const reply of replies) {
      expect(JSON.stringify(reply)).toContain('upi://pay')
      expect(JSON.stringify(reply)).not.toContain('<svg')
    }
  })

  it('an order whose shopper claims to have paid waits 48 open hours for an operator', async () => {
    const { purchaseId } = await placeUpiOrder()
    expect((await claimPaid(purchaseId, { reference: 'not valid!' })).status).toBe(400)
    expect((await claimPaid(purchaseId, {}, 'ravi')).code).toBe('ORDER_NOT_FOUND')
    const claimed = await claimPaid(purchaseId, { reference: ' 402911112222 ' })
    expect(claimed.data.payment).toMatchObject({ state: 'claimed', claimedReference: '402911112222' })
    expect((await claimPaid(purchaseId, {})).data).toEqual(claimed.data)
    // Without the claim, the order would expire after 30 minutes.
    passTime(HOUR_MS)
    await shop().shop.reconcile()
    expect(await history()).toMatchObject([{ orderStatus: 'PROCESSING' }])
    // A second claim corrects the reference, and does not extend the time.
    const corrected = await claimPaid(purchaseId, { reference: '402911113333' })
    expect(corrected.data.payment).toMatchObject({
      claimedReference: '402911113333',
      expiresAt: claimed.data.payment.expiresAt,
    })
    // The claim was on a Thursday, so Saturday and Sunday lie between.
    passTime(94 * HOUR_MS)
    await shop().shop.reconcile()
    expect(await history()).toMatchObject([{ orderStatus: 'PROCESSING' }])
    // Now 48 hours of workdays have passed since the first claim.
    passTime(HOUR_MS)
    await shop().shop.reconcile()
    expect(await history()).toMatchObject([{ orderStatus: 'CANCELLED', payment: { state: 'claimed' } }])
    expect(await stockOf('barfi')).toBe(1)
    expect((await claimPaid(purchaseId, { reference: '1' })).code).toBe('NOT_WAITING_FOR_PAYMENT')
  })

  it("the shop's closed days give an operator more time to look for a claimed payment", async () => {
    const closedDays = ['2026-01-02', '2026-01-05']
    expect((await shop().call('boss', 'PUT', '/admin/shop', aShop({ closedDays }))).status).toBe(200)
    const { purchaseId } = await placeUpiOrder()
    const claimed = await claimPaid(purchaseId, { reference: '402911112222' })
    expect(claimed.data.payment.expiresAt).toBe('2026-01-07T12:00:00.000Z')
  })

  it('an operator cannot confirm an order whose payment another provider takes', async () => {
    const { data } = await place({ paymentDetails: { method: 'netbanking', bankName: 'SBI' } })
    const response = await shop().call('boss', 'POST', `/admin/orders/${data.purchaseId}/confirm`, {})
    expect(response.code).toBe('NOT_WAITING_FOR_PAYMENT')
  })

  it('a QR code replaces the typed UPI id, and cards are still typed on our page', async () => {
    const { data } = await shop().call('asha', 'GET', '/payment-methods')
    expect(data.methods).toEqual([
      { method: 'card', way: 'fields', provider: 'simulator' },
      { method: 'upi', way: 'upiQr', provider: 'upi' },
      { method: 'netbanking', way: 'fields', provider: 'simulator' },
      { method: 'cod', way: 'onDelivery', maxAmount: 50_000 },
    ])
    expect((await place({ paymentDetails: { method: 'upi', upiId: 'asha@bank' } })).code).toBe(
      'PAYMENT_METHOD_UNAVAILABLE',
    )
    expect((await place({ paymentDetails: { method: 'hosted', choice: 'card' } })).code).toBe(
      'PAYMENT_METHOD_UNAVAILABLE',
    )
    expect((await place()).data.payment.state).toBe('paid')
  })
})
