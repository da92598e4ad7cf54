import { type Answer, ask, DONUT, type Shopper } from '../shopper.ts'
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

/** The order that was answered; where there is none, why, so that it counts as a wrong one. */
export function orderIn({ status, body }: Answer): string {
  const { data, code } = body as { data?: { purchaseId?: string }; code?: string }
  return data?.purchaseId ?? `${status} ${code}`
}

/** Everything that can be put into a cart, but the donut that proofs buy. */
export async function snacksAt(url: string): Promise<string[]> {
  const { body } = await ask(`${url}/api/products`)
  const { data } = body as { data: { products_id: string }[] }
  return data.map(({ products_id }) => products_id).filter((id) => id !== DONUT.productId)
}

/** Does the work that many times, never more than so many at once. */
export async function inTurns(times: number, atOnce: number, work: (turn: number) => Promise<unknown>) {
  let next = 0
  async function takeTurns() {
    for (let turn = next++; turn < times; turn = next++) await work(turn)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, times) }, takeTurns))
}
