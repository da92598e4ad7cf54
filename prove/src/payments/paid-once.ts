import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { createShoppers, itemAt } from '../shopper.ts'
import {
  payOrder,
  placeOrder,
  refundInDashboard,
  sendCallback,
  sendWebhook,
  startEmulator,
} from './razorpay-store.ts'

const AT_ONCE = 50
const SHOPPERS = 8
/** What an operator refunds of each payment. */
const REFUNDED_PAISE = 1000

export const paidOnce: Proof = {
  id: 'R19',
  test: `The callback and the webhooks of a payment, ${AT_ONCE} times at once, and then those of a refund that an operator made in the dashboard of the provider`,
  sizes: { quick: 5, short: 200, nightly: 2000 },
  unit: 'payments',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { emulator, settings } = await startEmulator(context)
    const { url } = await context.startStore({ DATA_DIR: dataFolder, ...settings })
    const shoppers = await createShoppers(url, SHOPPERS)
    const statuses = new Map<number, number>()
    for (let round = 0; round < size; round += 1) {
      const order = await placeOrder(itemAt(shoppers, round))
      const { callback, webhooks } = payOrder(emulator, order)
      // Every fifth message is the callback. Its first position changes with each round.
      const sent = Array.from({ length: AT_ONCE }, (_, index) =>
        index % 5 === round % 5
          ? sendCallback(url, order.purchaseId, callback)
          : sendWebhook(url, itemAt(webhooks, index)),
      )
      for (const status of await Promise.all(sent)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const refundWebhooks = refundInDashboard(emulator, order, REFUNDED_PAISE)
      const repeated = Array.from({ length: AT_ONCE }, (_, index) =>
        sendWebhook(url, itemAt(refundWebhooks, index)),
      )
      for (const status of await Promise.all(repeated)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }

    const [counted] = readShopFile<
      Record<'orders' | 'paid' | 'refunds' | 'refunded' | 'mails' | 'refundMails', number>
    >(
      dataFolder,
      `SELECT count(*) AS orders, sum(orderStatus = 'CONFIRMED' AND payment ->> 'state' = 'paid') AS paid,
        sum(json_array_length(refunds)) AS refunds,
        sum(refunds ->> '$[0].state' = 'done' AND refunds ->> '$[0].amountPaise' = ${REFUNDED_PAISE}) AS refunded,
        (SELECT count(*) FROM outbox WHERE topic = 'mail' AND kind = 'order-confirmed') AS mails,
        (SELECT count(*) FROM outbox WHERE topic = 'mail' AND kind = 'order-refund-done') AS refundMails
      FROM orders`,
    )
    const captured = [...emulator.razorpay.payments.values()].filter(({ status }) => status === 'captured')
    expectFigures({
      orders: [counted?.orders, size],
      'orders that are paid': [counted?.paid, size],
      'captures at the provider': [captured.length, size],
      'refunds that were noticed': [counted?.refunds, size],
      'refunds that are done, with their amount': [counted?.refunded, size],
      'mails about payments': [counted?.mails, size],
      'mails about refunds': [counted?.refundMails, size],
      // A webhook gets 200, a callback 303.
      'messages that were taken': [(statuses.get(200) ?? 0) + (statuses.get(303) ?? 0), 2 * size * AT_ONCE],
    })
    return `${size} orders, ${size} captures, ${size} refunds made in the dashboard, a mail for each; ${2 * size * AT_ONCE} messages taken, none of them a second payment or refund`
  },
  mutations: [
    {
      what: 'a payment that was recorded before is counted again',
      file: 'apps/shop-api/src/orders/events/payment/approved.ts',
      from: 'if (hasRecordedMoney(order, transactionId)) return unchanged(order)',
      to: '',
    },
    {
      what: "a refund in the provider's dashboard is recorded with each of its messages",
      file: 'apps/shop-api/src/orders/events/refund/foreign-refund.ts',
      from: 'const known = order.refunds.find(({ reference }) => reference === refundReference)',
      to: 'const known = order.refunds.find(() => false)',
    },
  ],
}
