import * as contract from '@nashta/contracts/cart'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import type { Caller } from '@nashta/service-kit/authorise'
import { readIdempotencyKey } from '@nashta/service-kit/idempotency-key'
import { readIfMatch } from '@nashta/service-kit/if-match'
import { type Route, route } from '@nashta/service-kit/routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
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
    route(contract.getCart, async ({ caller }, reply) => {
      const cart = await readCart(deps, caller.sub)
      tag(reply, cart.version)
      return { data: cart }
    }),
    route(contract.addCartItem, async ({ body, caller, request }, reply) =>
      answer(reply, await addToCart(deps, body, circumstancesOf(caller, request))),
    ),
    route(contract.setCartItem, async ({ body, caller, request }, reply) => {
      const circumstances = circumstancesOf(caller, request)
      if ('items' in body) return answer(reply, await replaceCart(deps, body.items, circumstances))
      return answer(reply, await setQuantity(deps, body.itemId, body.quantity, circumstances))
    }),
    route(contract.mergeCart, async ({ body, caller, request }, reply) =>
      answer(reply, await mergeCart(deps, body, circumstancesOf(caller, request))),
    ),
    route(contract.removeCartItem, async ({ params, caller, request }, reply) =>
      answer(reply, await removeFromCart(deps, params.itemId, circumstancesOf(caller, request))),
    ),
    route(contract.clearCart, async ({ caller, request }, reply) =>
      answer(reply, await clearCart(deps, circumstancesOf(caller, request))),
    ),
  ]
}

function answer(reply: FastifyReply, { cart, replayed }: ChangedCart) {
  tag(reply, cart.version)
  if (replayed) reply.header('idempotent-replayed', 'true')
  return { data: cart }
}

function tag(reply: FastifyReply, version: number) {
  reply.header('etag', `"${version}"`)
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
