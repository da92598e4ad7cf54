import { orderNumber, PAYMENT_METHOD_UNAVAILABLE } from '@nashta/contracts/orders/order-texts'
import { upiUri } from '@nashta/contracts/orders/upi-uri'
import { orderOfKey } from '../payment-key.ts'
import type { PaymentProvider } from '../payments.ts'

const PAID_BY_HAND = { kind: 'refused', message: 'Refunds to a UPI id are paid by hand' } as const

export type UpiAccount = {
  /** The shop's own UPI id, such as `snacks@bank`. */
  id: string
  /** The shop's name, as UPI apps show it to the shopper. */
  name: string
  merchantCode?: string | undefined
}

/**
 * Payments to the shop's own UPI id, without a payment company and its fee. No message says that
 * the money has arrived: an operator sees it at the bank and confirms the order.
 * `readAccount` returns null for a shop without a UPI id.
 */
export function createUpiPayments(readAccount: () => Promise<UpiAccount | null>): PaymentProvider {
  return {
    name: 'upi',
    methods: [{ method: 'upi', way: 'upiQr' }],
    polling: null,

    async begin({ key, amountPaise }) {
      const account = await readAccount()
      if (!account) return { kind: 'declined', message: PAYMENT_METHOD_UNAVAILABLE }
      const { purchaseId, paymentId = '' } = orderOfKey(key)
      const note = `Order ${orderNumber(purchaseId)}`
      const { id: vpa, name, merchantCode } = account
      const uri = upiUri({ vpa, name, merchantCode, reference: purchaseId + paymentId, note, amountPaise })
      return { kind: 'waiting', upiUri: uri }
    },
    receive: async () => null,
    find: async () => null,
    refund: async () => PAID_BY_HAND,
    findRefund: async () => PAID_BY_HAND,
    listForeignRefunds: async () => [],
  }
}
