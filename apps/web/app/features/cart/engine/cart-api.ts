import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isFinalRefusal, isShopError } from '@nashta/contracts/api/shop-error'
import {
  addCartItem,
  clearCart,
  getCart,
  mergeCart,
  removeCartItem,
  type ServerCart,
} from '@nashta/contracts/cart/cart'
import type { CartOperation } from '../../../data/storage-records.ts'

/** `retry`: neither confirmed nor finally refused, so the request is sent again. */
export type CartResponse = { kind: 'confirmed'; cart: ServerCart } | { kind: 'refused' } | { kind: 'retry' }

export interface CartApi {
  /** Never `refused`: reading the cart can always be retried. */
  read(sub: string): Promise<CartResponse>
  send(sub: string, operation: CartOperation): Promise<CartResponse>
}

export type CartApiDeps = {
  fetchShop: FetchShop
  /** False only when the browser is certain that there is no network. */
  isOnline: () => boolean
}

/** Without access nothing is known about the operation itself. */
const NO_ACCESS_STATUSES = new Set<number | null>([401, 403])

export function createCartApi({ fetchShop, isOnline }: CartApiDeps): CartApi {
  async function request(call: () => Promise<{ data: ServerCart }>): Promise<CartResponse> {
    if (!isOnline()) return { kind: 'retry' }
    try {
      const { data } = await call()
      return { kind: 'confirmed', cart: data }
    } catch (error) {
      const isFinal = isShopError(error) && isFinalRefusal(error) && !NO_ACCESS_STATUSES.has(error.status)
      return { kind: isFinal ? 'refused' : 'retry' }
    }
  }

  return {
    async read(sub) {
      const response = await request(() => fetchShop(getCart, { params: { userId: sub } }))
      return response.kind === 'refused' ? { kind: 'retry' } : response
    },
    send: async (sub, operation) => request(() => sendOperation(fetchShop, sub, operation)),
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
