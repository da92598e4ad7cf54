import * as contract from '@nashta/contracts/cart/cart'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { readIdempotencyKey, readIfMatch } from '@nashta/service-kit/http/request-headers'
import { type AddHeader, type Route, route } from '@nashta/service-kit/http/routes'
import type { FastifyRequest } from 'fastify'
import {
  addToCart,
  type CartDeps,
  type ChangedCart,
  type Circumstances,
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
      tag(addHeader, cart.version)
      return { data: cart }
    }),
    route(contract.addCartItem, async ({ body, caller, request }, addHeader) =>
      answer(addHeader, await addToCart(deps, body, circumstancesOf(caller, request))),
    ),
    route(contract.setCartItem, async ({ body, caller, request }, addHeader) => {
      const circumstances = circumstancesOf(caller, request)
      if ('items' in body) return answer(addHeader, await replaceCart(deps, body.items, circumstances))
      return answer(addHeader, await setQuantity(deps, body.itemId, body.quantity, circumstances))
    }),
    route(contract.mergeCart, async ({ body, caller, request }, addHeader) =>
      answer(addHeader, await mergeCart(deps, body, circumstancesOf(caller, request))),
    ),
    route(contract.removeCartItem, async ({ params, caller, request }, addHeader) =>
      answer(addHeader, await removeFromCart(deps, params.itemId, circumstancesOf(caller, request))),
    ),
    route(contract.clearCart, async ({ caller, request }, addHeader) =>
      answer(addHeader, await clearCart(deps, circumstancesOf(caller, request))),
    ),
  ]
}

function answer(addHeader: AddHeader, { cart, replayed }: ChangedCart) {
  tag(addHeader, cart.version)
  if (replayed) addHeader('idempotent-replayed', 'true')
  return { data: cart }
}

function tag(addHeader: AddHeader, version: number) {
  addHeader('etag', `"${version}"`)
}

/** Carts belong to the token's `sub`, whatever name the path used for it. */
function circumstancesOf(caller: Caller, request: FastifyRequest): Circumstances {
  return {
    userId: caller.sub,
    operationKey: readIdempotencyKey(request.headers[IDEMPOTENCY_KEY_HEADER]),
    ifVersion: readVersion(request.headers['if-match']),
  }
}

function readVersion(ifMatch: string | undefined): number | undefined {
  const version = readIfMatch(ifMatch, /^"(\d{1,15})"$/, 'a cart')
  return version === undefined ? undefined : Number(version)
}
