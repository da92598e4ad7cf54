import { userIdSchema } from '@nashta/contracts/account/user-id'
import * as z from 'zod/mini'

const checkoutAttemptSchema = z.object({
  userId: userIdSchema,
  /** Goes with every sending of the order, so that it is placed once. */
  key: z.string().check(z.minLength(1)),
  /** What was in the cart, and at what price. */
  content: z.string(),
  /** The shopper's newest order before this was first sent: whatever is newer came of it. */
  after: z.optional(z.nullable(z.string())),
  /** It may have reached the store, and nobody knows what became of it. */
  unsure: z.boolean(),
})

export type CheckoutAttempt = z.infer<typeof checkoutAttemptSchema>

/** Of the tab, and gone with it. It holds no address and nothing of the payment. */
export const checkoutAttemptRecord = {
  key: 'nashta.checkout-attempt',
  version: 1,
  data: checkoutAttemptSchema,
}
