import { type ApiResponse, sendJson, DONUT, type Shopper } from '../shopper.ts'
import type { CartChange, Quantities } from './cart-model.ts'

/** A version of a cart and its quantities. */
export type CartSnapshot = { version: number; quantities: Quantities }

export function sendChange(
  { call, userId }: Shopper,
  change: Exclude<CartChange, { kind: 'buy' }>,
  headers?: Record<string, string>,
): Promise<ApiResponse> {
  const { kind, productId } = change
  if (kind === 'remove') return call('DELETE', `/carts/${userId}/items/${productId}`, undefined, headers)
  const { quantity } = change
  return kind === 'add'
    ? call('POST', `/carts/${userId}`, { productId, quantity }, headers)
    : call('PUT', `/carts/${userId}`, { itemId: productId, quantity }, headers)
}

export function parseCart({ status, body }: ApiResponse): CartSnapshot {
  if (status !== 200) throw new Error(`a cart got ${status} ${JSON.stringify(body)}`)
  const { version, items } = (
    body as { data: { version: number; items: { productId: string; quantity: number }[] } }
  ).data
  return {
    version,
    quantities: Object.fromEntries(items.map(({ productId, quantity }) => [productId, quantity])),
  }
}

/** The purchase id in a response, or else its status and error code. */
export function purchaseIdOrError({ status, body }: ApiResponse): string {
  const { data, code } = body as { data?: { purchaseId?: string }; code?: string }
  return data?.purchaseId ?? `${status} ${code}`
}

/** The ids of all products except the donut that the proofs order. */
export async function fetchIdsWithoutDonut(url: string): Promise<string[]> {
  const { body } = await sendJson(`${url}/api/products`)
  const { data } = body as { data: { products_id: string }[] }
  return data.map(({ products_id }) => products_id).filter((id) => id !== DONUT.productId)
}
