import * as contract from '@nashta/contracts/cart/cart'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import {
  type AddHeader,
  readIdempotencyKey,
  readIfMatch,
  type Route,
  route,
} from '@nashta/service-kit/http/routes'
import type { FastifyRequest } from 'fastify'
import {
  addToCart,
  type CartDeps,
  type CartRequest,
  type ChangedCart,
  clearCart,
  mergeCart,
  readCart,
  removeFromCart,
  replaceCart,
  setQuantity,
} from './change-cart.ts'

export function cartRoutes(deps: CartDeps): Route[] {
  return [
    route(contract.getCart, async ({ caller }, addHeader) => {
      const cart = await readCart(deps, caller.sub)
      setEtag(addHeader, cart.version)
      return { data: cart }
    }),
    route(contract.addCartItem, async ({ body, caller, request }, addHeader) =>
      replyWithCart(addHeader, await addToCart(deps, body, cartRequestOf(caller, request))),
    ),
    route(contract.setCartItem, async ({ body, caller, request }, addHeader) => {
      const cartRequest = cartRequestOf(caller, request)
      if ('items' in body) return replyWithCart(addHeader, await replaceCart(deps, body.items, cartRequest))
      return replyWithCart(addHeader, await setQuantity(deps, body.itemId, body.quantity, cartRequest))
    }),
    route(contract.mergeCart, async ({ body, caller, request }, addHeader) =>
      replyWithCart(addHeader, await mergeCart(deps, body, cartRequestOf(caller, request))),
    ),
    route(contract.removeCartItem, async ({ params, caller, request }, addHeader) =>
      replyWithCart(addHeader, await removeFromCart(deps, params.itemId, cartRequestOf(caller, request))),
    ),
    route(contract.clearCart, async ({ caller, request }, addHeader) =>
      replyWithCart(addHeader, await clearCart(deps, cartRequestOf(caller, request))),
    ),
  ]
}

function replyWithCart(addHeader: AddHeader, { cart, replayed }: ChangedCart) {
  setEtag(addHeader, cart.version)
  if (replayed) addHeader('idempotent-replayed', 'true')
  return { data: cart }
}

function setEtag(addHeader: AddHeader, version: number) {
  addHeader('etag', `"${version}"`)
}

/**
 * The cart's owner is the `sub` of the access token. The path parameter `userId` is not used,
 * because its value may also be the caller's username or e-mail address.
 */
function cartRequestOf(caller: Caller, request: FastifyRequest): CartRequest {
  return {
    userId: caller.sub,
    idempotencyKey: readIdempotencyKey(request),
    seen: readVersion(request.headers['if-match']),
  }
}

/** A cart's ETag, such as `"12"`. A number of 15 digits is below `Number.MAX_SAFE_INTEGER`. */
const CART_ETAG = /^"(\d{1,15})"$/

function readVersion(ifMatch: string | undefined): number | undefined {
  const version = readIfMatch(ifMatch, CART_ETAG, 'a cart')
  return version === undefined ? undefined : Number(version)
}
