import {
  addCartItem,
  clearCart,
  getCart,
  mergeCart,
  removeCartItem,
  type ServerCart,
} from '@nashta/contracts/cart/cart'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import type { FetchShop } from '../../../data/fetch-shop.ts'
import { isRefused, ShopError } from '../../../data/shop-error.ts'
import type { CartOperation } from '../../../data/storage-records.ts'

/** `later`: nobody knows whether it was done, so it is to be sent again. */
export type CartAnswer = { kind: 'done'; cart: ServerCart } | { kind: 'refused' } | { kind: 'later' }

export interface CartApi {
  read(sub: string): Promise<CartAnswer>
  send(sub: string, operation: CartOperation): Promise<CartAnswer>
}

export type CartApiDeps = {
  fetchShop: FetchShop
  /** Called when the store did not take the token; false when there is no better one. */
  renewToken: () => Promise<boolean>
  /** False when there is no network for sure. */
  isOnline: () => boolean
}

/** Who is asking, or how fast, says nothing about the click itself. */
const NOT_THE_CLICK = new Set([401, 403, 408, 425, 429])

export function createCartApi({ fetchShop, renewToken, isOnline }: CartApiDeps): CartApi {
  async function answerTo(ask: () => Promise<{ data: ServerCart }>, mayRenew = true): Promise<CartAnswer> {
    if (!isOnline()) return { kind: 'later' }
    try {
      const { data } = await ask()
      return { kind: 'done', cart: data }
    } catch (error) {
      const status = error instanceof ShopError ? error.status : null
      if (status === 401 && mayRenew && (await renewToken())) return answerTo(ask, false)
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
  const headers = { [IDEMPOTENCY_KEY_HEADER]: operation.id }
  if (operation.kind === 'clear') return fetchShop(clearCart, { params, headers })
  if (operation.kind === 'remove') {
    return fetchShop(removeCartItem, { params: { ...params, itemId: operation.productId }, headers })
  }
  const { productId, quantity } = operation.item
  return fetchShop(addCartItem, { params, headers, body: { productId, quantity } })
}
