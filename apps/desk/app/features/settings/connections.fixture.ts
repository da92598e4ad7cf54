import type { Connections } from '@nashta/contracts/shop/connections'

/** Of a shop in which nobody has written any. */
export const NO_CONNECTIONS: Connections = {
  razorpay: null,
  webhookUrl: 'https://snacks.example/api/payments/razorpay/webhook',
  mail: null,
  fixedBy: { razorpay: null, mail: null },
  canSave: true,
}
