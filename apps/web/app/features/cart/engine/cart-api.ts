import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isRefused, ShopError } from '@nashta/contracts/api/shop-error'
import {
  addCartItem,
  clearCart,
  getCart,
  mergeCart,
  removeCartItem,
  type ServerCart,
} from '@nashta/contracts/cart/cart'
import type { CartOperation } from '../../../data/storage-records.ts'

/** `later`: nobody knows whether it was done, so it is to be sent again. */
export type CartAnswer = { kind: 'done'; cart: ServerCart } | { kind: 'refused' } | { kind: 'later' }

export interface CartApi {
  read(sub: string): Promise<CartAnswer>
  send(sub: string, operation: CartOperation): Promise<CartAnswer>
}

export type CartApiDeps = {
  fetchShop: FetchShop
  /** False when there is no network for sure. */
  isOnline: () => boolean
}

/** Who is asking, or how fast, says nothing about the click itself. */
const NOT_THE_CLICK = new Set([401, 403, 408, 425, 429])

export function createCartApi({ fetchShop, isOnline }: CartApiDeps): CartApi {
  async function answerTo(ask: () => Promise<{ data: ServerCart }>): Promise<CartAnswer> {
    if (!isOnline()) return { kind: 'later' }
    try {
      const { data } = await ask()
      return { kind: 'done', cart: data }
    } catch (error) {
      const status = error instanceof ShopError ? error.status : null
      const isFinal = isRefused(error) && !NOT_THE_CLICK.has(status ?? 0)
      return { kind: isFinal ? 'refused' : 'later' }
    }
  }

  return {
    async read(sub) {
      const answer = await answerTo(() => fetchShop(getCart, { params: { userId: sub } }))
      return answer.kind === 'refused' ? { kind: 'later' } : answer
    },
    send: async (sub, operation) => answerTo(() => sendOperation(fetchShop, sub, operation)),
  }
}

function sendOperation(fetchShop: FetchShop, sub: string, operation: CartOperation) {
  const params = { userId: sub }
  if (operation.kind === 'merge') {
    const { id: mergeId, delta } = operation
    return fetchShop(mergeCart, { params, body: { mergeId, delta } })
  }
  const idempotencyKey = operation.id
  if (operation.kind === 'clear') return fetchShop(clearCart, { params, idempotencyKey })
  if (operation.kind === 'remove') {
    return fetchShop(removeCartItem, { params: { ...params, itemId: operation.productId }, idempotencyKey })
  }
  const { productId, quantity } = operation.item
  return fetchShop(addCartItem, { params, idempotencyKey, body: { productId, quantity } })
}
