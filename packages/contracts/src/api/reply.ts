import * as z from 'zod/mini'

/** Every error code of an `ErrorReply`, with the HTTP status of its response. */
export const ERROR_STATUS = {
  VALIDATION_FAILED: 400,
  MALFORMED_REQUEST: 400,
  UNAUTHENTICATED: 401,
  PAYMENT_DECLINED: 402,
  FORBIDDEN: 403,
  SIGN_IN_AGAIN: 403,
  ROUTE_NOT_FOUND: 404,
  PRODUCT_NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  TICKET_NOT_FOUND: 404,
  RATING_NOT_FOUND: 404,
  // Only a shopper who has received a snack may rate it.
  NOT_A_BUYER: 404,
  REFUND_NOT_FOUND: 404,
  BILL_NOT_FOUND: 404,
  CUSTOMER_NOT_FOUND: 404,
  IMAGE_NOT_FOUND: 404,
  PINCODE_NOT_FOUND: 404,
  ADDRESS_NOT_FOUND: 404,
  OFFER_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  PRODUCT_EXISTS: 409,
  PRICE_CHANGED: 409,
  OUT_OF_STOCK: 409,
  PRODUCT_UNAVAILABLE: 409,
  ILLEGAL_TRANSITION: 409,
  ORDER_ON_ITS_WAY: 409,
  CUSTOMER_IS_OPERATOR: 409,
  LAST_ADMIN: 409,
  OPEN_ORDERS_LIMITED: 409,
  QUANTITY_LIMITED: 409,
  COD_LIMITED: 409,
  COD_UNAVAILABLE: 409,
  ADDRESS_NOT_SERVED: 409,
  ADDRESS_BOOK_FULL: 409,
  PICTURES_LIMITED: 409,
  // One person waits for too many sold-out products.
  STOCK_ALERTS_LIMITED: 409,
  NOT_SOLD_OUT: 409,
  EMAIL_NOT_CONFIRMED: 409,
  // The person has rated the snack with another order.
  RATED_ALREADY: 409,
  SHOP_NOT_OPEN: 409,
  PAYMENT_METHOD_UNAVAILABLE: 409,
  CANCEL_TOO_LATE: 409,
  NOT_WAITING_FOR_PAYMENT: 409,
  REFUND_TOO_MUCH: 409,
  AMOUNT_DIFFERS: 409,
  REFERENCE_USED: 409,
  // A product of the order lacks what the law wants on a bill.
  BILL_INCOMPLETE: 409,
  // Only a regular seller with a GSTIN files a return.
  NO_RETURN: 409,
  REQUEST_IN_PROGRESS: 409,
  // The user pool belongs to another system, and roles are changed there.
  ROLES_ELSEWHERE: 409,
  // A payment provider or mail server did not accept what an operator wrote, or gave no response.
  CONNECTION_FAILED: 409,
  // A setting of the store decides instead of the desk, or the store has no key to encrypt secrets with.
  FIXED_BY_SETTING: 409,
  SHELF_NOT_EMPTY: 409,
  CODE_TAKEN: 409,
  OFFERS_FULL: 409,
  // No home page was published before this one.
  NOTHING_TO_UNDO: 409,
  CART_CHANGED: 412,
  ORDER_CHANGED: 412,
  PRODUCT_CHANGED: 412,
  SHELVES_CHANGED: 412,
  HOME_CHANGED: 412,
  MENUS_CHANGED: 412,
  SYNONYMS_CHANGED: 412,
  OFFER_CHANGED: 412,
  SHOP_CHANGED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  EXPECTATION_FAILED: 417,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  // Not a refusal, so not a 4xx: the page reloads itself, and then sends the request again.
  PAGE_OUTDATED: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export const errorReplySchema = z.strictObject({
  code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]),
  message: z.string(),
  /** Data about the error that only some codes have, such as the new prices for PRICE_CHANGED. */
  details: z.optional(z.unknown()),
})

/** The body of every error response. */
export type ErrorReply = z.infer<typeof errorReplySchema>

/**
 * The body `{ data }` of a successful response of the Shop API. Schemas of such bodies
 * use `z.object`, not `z.strictObject`, so clients ignore fields that they do not know. Tests use
 * `parseExactly`, which refuses unknown fields.
 */
export function dataReply<T extends z.ZodMiniType>(schema: T) {
  return z.object({ data: schema })
}
