import type { Connections } from '@nashta/contracts/shop/connections'

/** The connections of a shop without stored keys and without a stored mail server. */
export const NO_CONNECTIONS: Connections = {
  razorpay: null,
  webhookUrl: 'https://snacks.example/api/payments/razorpay/webhook',
  mail: null,
  fixedBy: { razorpay: null, mail: null },
  canSave: true,
}
