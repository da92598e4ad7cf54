import { afterEach, beforeEach } from 'vitest'
import { openCheckout } from '../../orders/work/checkout.fixture.ts'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { deliveryOf, razorpayDriver } from '../provider-drivers.fixture.ts'

const MINUTE_MS = 60_000

type RazorpayFields = { order_id: string; callback_url: string }

/** Opens a shop with an emulator of Razorpay for each test, and closes both. */
export function openRazorpayCheckout(open: OpenTestShop) {
  let setup: Awaited<ReturnType<typeof razorpayDriver>>
  beforeEach(async () => {
    setup = await razorpayDriver()
  })
  afterEach(() => setup.emulator.close())
  const checkout = openCheckout(() => open({ payments: setup.driver.settings, guestCheckout: true }))
  const { shop, place, history } = checkout
  const razorpay = () => setup.emulator.razorpay

  const sendWebhook = (...parameters: Parameters<ReturnType<typeof razorpay>['webhookOf']>) => {
    const { body, headers } = razorpay().webhookOf(...parameters)
    return deliveryOf(shop(), { path: 'razorpay/webhook', body, headers })()
  }
  const placeOrder = (key = 'k') =>
    place(
      {
        items: [{ productId: 'barfi', quantity: 1 }],
        totalAmount: 400,
        paymentDetails: { method: 'hosted', choice: 'card' },
      },
      { 'idempotency-key': key },
    )
  /**
   * Places an order. `orderId` is its id at Razorpay. `notes` are fields that Razorpay copies into
   * its messages.
   */
  const beginPayment = async () => {
    const { data } = await placeOrder()
    const { order_id: orderId, callback_url: callbackUrl }: RazorpayFields = data.payment.form.fields
    const purchaseId: string = data.purchaseId
    return { purchaseId, orderId, callbackUrl, notes: { purchaseId } }
  }
  const payOrder = async () => {
    const begun = await beginPayment()
    const payment = razorpay().pay(begun.orderId, 'captured', begun.notes)
    await sendWebhook('payment.captured', { payment })
    return { payment, purchaseId: begun.purchaseId }
  }
  const cancelPaidOrder = async () => {
    const paid = await payOrder()
    const path = `/purchases/order/${paid.purchaseId}/cancel`
    await shop().call('asha', 'POST', path, { reason: 'Changed my mind' })
    return paid
  }

  return {
    ...checkout,
    emulator: () => setup.emulator,
    razorpay,
    sendWebhook,
    placeOrder,
    beginPayment,
    payOrder,
    cancelPaidOrder,
    refundsAtRazorpay: () => [...razorpay().refunds.values()],
    refundState: async () => (await history())[0].refunds[0].state,
    passMinutes: (minutes: number) => {
      shop().clock.now = new Date(shop().clock.now.getTime() + minutes * MINUTE_MS)
    },
    /** The order as an admin sees it at the desk. */
    deskOrder: async (purchaseId: string) =>
      (await shop().call('boss', 'GET', `/admin/orders/${purchaseId}`)).data,
  }
}
