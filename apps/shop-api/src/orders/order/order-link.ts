import { timingSafeEqual } from 'node:crypto'
import { orderLinkPath, orderPath } from '@nashta/contracts/orders/order-texts'
import { isGuestOrder } from './guest-orders.ts'
import { isVisible } from './phase.ts'
import { PURCHASE_ID_LENGTH } from './purchase-id.ts'
import type { OrderRecord } from './purchase-store.ts'

const SECRET_BYTES = 16
/** 16 bytes are 22 characters of base64url. */
const SECRET_LENGTH = 22

/** The secret of an order's link, or a code that confirms an order. */
export function newSecret(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')
}

/** The id, which finds the order, followed by the secret, which protects it. */
export function orderLinkToken({ purchaseId, linkSecret }: OrderRecord): string {
  return purchaseId + linkSecret
}

/** The path of the order's page. A guest has no account, and uses the order's link. */
export function pathOfOrder(order: OrderRecord): string {
  return isGuestOrder(order) ? orderLinkPath(orderLinkToken(order)) : orderPath(order.purchaseId)
}

/** The id of the order that the token may open; null for a text that is no token. */
export function purchaseIdOfToken(token: string): string | null {
  return token.length === PURCHASE_ID_LENGTH + SECRET_LENGTH ? token.slice(0, PURCHASE_ID_LENGTH) : null
}

/** Whether the token is that of the order's current link. */
export function isOpenedBy(order: OrderRecord, token: string): boolean {
  const expected = Buffer.from(orderLinkToken(order))
  const given = Buffer.from(token)
  const isSame = expected.length === given.length && timingSafeEqual(expected, given)
  // Without a secret, as after an erasure, the token would be the order's id, which is no secret.
  return isSame && order.linkSecret !== '' && isVisible(order)
}
