import * as z from 'zod/mini'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataReply } from '../../api/reply.ts'
import { CART_FULL } from '../../cart/cart-texts.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '../../constants.ts'
import { productIdSchema } from '../../fields.ts'
import { detailFields } from '../order-details.ts'
import { orderEditSchema, refuseEditBody } from '../order-edit.ts'
import { EDIT_ITEMS_INVALID, NOTHING_TO_PURCHASE } from '../order-texts.ts'
import { placePurchaseSchema } from '../purchase.ts'
import { shippingAddressSchema } from '../shipping-address.ts'
import { deskOrderReply, deskOrderSchema, orderParams } from './desk-order.ts'
import { namesEachProductOnce, versionSchema } from './order-calls.ts'

const editFields = {
  /** All lines of the order as it shall be. A product that is not named is taken out. */
  items: z
    .array(
      z.strictObject({
        productId: productIdSchema,
        quantity: z
          .int(EDIT_ITEMS_INVALID)
          .check(z.gte(1, EDIT_ITEMS_INVALID), z.lte(LINE_QUANTITY_MAX, EDIT_ITEMS_INVALID)),
      }),
      EDIT_ITEMS_INVALID,
    )
    .check(
      z.minLength(1, NOTHING_TO_PURCHASE),
      z.maxLength(CART_LINES_MAX, CART_FULL),
      z.refine(namesEachProductOnce, EDIT_ITEMS_INVALID),
    ),
  address: shippingAddressSchema,
  shopNote: detailFields.shopNote,
  /** The version of the order that the operator has edited. */
  version: versionSchema,
}

/** What the edit changes, and the order as it is after it. */
const editReply = dataReply(z.object({ edit: orderEditSchema, order: deskOrderSchema }))

export const tryOrderEdit = {
  method: 'POST',
  path: '/admin/orders/:orderId/edits/try',
  access: 'admin',
  summary: 'What an edit of an order would change, with the sums before and after. Nothing is stored',
  params: orderParams,
  body: z.strictObject(editFields),
  reply: editReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const editOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/edits',
  access: 'admin',
  summary:
    'Change the snacks, the address, the phone number and the note of an order that is not packed yet. Old lines keep their price, new ones have the price of today. Stock and money follow, and the shopper gets one mail. Refused with PRICE_CHANGED and the new sums if the total is not the one that was shown. Needs an Idempotency-Key',
  params: orderParams,
  body: z.strictObject({ ...editFields, totalAmount: placePurchaseSchema.shape.totalAmount }),
  reply: editReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const takeBackEdit = {
  method: 'POST',
  path: '/admin/orders/:orderId/edits/take-back',
  access: 'admin',
  summary:
    'Take back the changes for which money is owed: the order is again what was paid, and the shopper gets one mail. If its snacks are sold meanwhile, it is cancelled, and what was paid goes back. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ ...refuseEditBody.shape, version: z.optional(versionSchema) }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint
