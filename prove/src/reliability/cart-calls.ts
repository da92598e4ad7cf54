import type { Answer, Shopper } from '../shopper.ts'
import type { CartChange, Quantities } from './cart-model.ts'

/** The version of a cart, and what it held then. */
export type SeenCart = { version: number; quantities: Quantities }

export function sendChange(
  { call, userId }: Shopper,
  change: Exclude<CartChange, { kind: 'buy' }>,
  headers?: Record<string, string>,
): Promise<Answer> {
  const { kind, productId } = change
  if (kind === 'remove') return call('DELETE', `/carts/${userId}/items/${productId}`, undefined, headers)
  const { quantity } = change
  return kind === 'add'
    ? call('POST', `/carts/${userId}`, { productId, quantity }, headers)
    : call('PUT', `/carts/${userId}`, { itemId: productId, quantity }, headers)
}

export function seenCart({ status, body }: Answer): SeenCart {
  if (status !== 200) throw new Error(`a cart was answered ${status} ${JSON.stringify(body)}`)
  const { version, items } = (
    body as { data: { version: number; items: { productId: string; quantity: number }[] } }
  ).data
  return {
    version,
    quantities: Object.fromEntries(items.map(({ productId, quantity }) => [productId, quantity])),
  }
}
