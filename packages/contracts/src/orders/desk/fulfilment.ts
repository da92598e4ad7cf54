import * as z from 'zod/mini'
import type { Endpoint } from '../../api/endpoint.ts'
import { GOODS_FATES, hasNoCardNumber, reasonTextSchema } from '../order-actions.ts'
import { CANCEL_REASON_REQUIRED, NO_CARD_NUMBERS } from '../order-texts.ts'
import { deskOrderReply, orderParams } from './desk-order.ts'

const NOTE_INVALID = 'A note has 1 to 500 characters'
const COURIER_INVALID = 'The name of a courier is one line of 1 to 100 characters'
const TRACKING_NUMBER_INVALID = 'A tracking number has at most 64 letters, digits and dashes'
const TRACKING_URL_INVALID = 'A tracking link is a web address that begins with https://'

/** No control characters, such as line breaks, and no invisible ones that could reverse text. */
const VISIBLE_LINE = /^[^\p{Cc}\p{Cf}]*$/u

/** The version that the operator saw. The action is refused when the order has another version. */
export const versionSchema = z.string().check(z.minLength(1), z.maxLength(200))
const version = z.optional(versionSchema)

export const packOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/pack',
  access: 'admin',
  summary: 'Begin or finish packing an order. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ step: z.enum(['begin', 'finish']), version }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

/** The tracking fields may be empty, as a form sends them. */
export const shipmentInputFields = {
  courier: z
    .string(COURIER_INVALID)
    .check(
      z.trim(),
      z.minLength(1, COURIER_INVALID),
      z.maxLength(100, COURIER_INVALID),
      z.regex(VISIBLE_LINE, COURIER_INVALID),
    ),
  trackingNumber: z.optional(
    z
      .string(TRACKING_NUMBER_INVALID)
      .check(z.trim(), z.regex(/^[\dA-Za-z-]{0,64}$/, TRACKING_NUMBER_INVALID)),
  ),
  trackingUrl: z.optional(
    z.string(TRACKING_URL_INVALID).check(
      z.trim(),
      z.maxLength(500, TRACKING_URL_INVALID),
      z.refine((text) => text === '' || isTrackingUrl(text), TRACKING_URL_INVALID),
    ),
  ),
}

export const shipOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/ship',
  access: 'admin',
  summary: 'The order was given to a courier. A mail with the tracking link follows. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ ...shipmentInputFields, version }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const deliverOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/deliver',
  access: 'admin',
  summary: 'The order has arrived; cash on delivery is then paid. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ version }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const cancelOrderByShop = {
  method: 'POST',
  path: '/admin/orders/:orderId/cancel',
  access: 'admin',
  summary:
    'Cancel a whole order that is not delivered. Its money goes back, and so does its stock, unless the goods have left the shop: then `goods` says what becomes of them. Safe to repeat',
  params: orderParams,
  body: z.strictObject({
    reason: reasonTextSchema(CANCEL_REASON_REQUIRED),
    /** Only for goods that have left the shop. Goods in the shop go back into the stock. */
    goods: z._default(z.enum(GOODS_FATES), 'expected'),
    version,
  }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const settleGoods = {
  method: 'POST',
  path: '/admin/orders/:orderId/goods',
  access: 'admin',
  summary:
    'The goods that were expected back have arrived (`back`) and go into the stock, or never will (`lost`). Safe to repeat',
  params: orderParams,
  body: z.strictObject({ goods: z.enum(['back', 'lost']), version }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const addOrderNote = {
  method: 'POST',
  path: '/admin/orders/:orderId/note',
  access: 'admin',
  summary: 'Add a note that only operators see. The same Idempotency-Key adds it once',
  params: orderParams,
  body: z.strictObject({
    text: z
      .string(NOTE_INVALID)
      .check(
        z.trim(),
        z.minLength(1, NOTE_INVALID),
        z.maxLength(500, NOTE_INVALID),
        z.refine(hasNoCardNumber, NO_CARD_NUMBERS),
      ),
  }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

function isTrackingUrl(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  // `https://courier.com@evil.example` looks like a link to courier.com, but opens evil.example.
  const hasCredentials = username !== '' || password !== ''
  return protocol === 'https:' && !hasCredentials && !/\s/.test(text) && VISIBLE_LINE.test(text)
}
