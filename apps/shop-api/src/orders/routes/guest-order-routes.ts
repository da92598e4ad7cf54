import { foldEmail } from '@nashta/contracts/account/checks'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import * as contract from '@nashta/contracts/orders/guest-order'
import { takesGuests } from '@nashta/contracts/shop/shop-terms'
import { ROUTE_NOT_FOUND } from '@nashta/service-kit/http/error-handler'
import { readIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { FastifyRequest } from 'fastify'
import { guestIdOf } from '../order/guest-orders.ts'
import { orderLinkToken } from '../order/order-link.ts'
import { orderNotFound } from '../order/order-state.ts'
import { toPurchase } from '../views/shopper-order.ts'
import { placePurchase, type PlacePurchaseDeps } from '../work/place-purchase.ts'

/** Two guests could send the same short key by chance, and one would see the other's order. */
const KEY_MIN_LENGTH = 16

export type GuestOrderDeps = PlacePurchaseDeps & {
  /** The setting GUEST_CHECKOUT. */
  guestCheckout: boolean | undefined
  rateLimitScale: number
}

export function guestOrderRoutes(deps: GuestOrderDeps): Route[] {
  async function assertTakesGuests() {
    if (takesGuests(deps.guestCheckout, await deps.shop.read())) return
    throw new ServiceError('ROUTE_NOT_FOUND', ROUTE_NOT_FOUND)
  }
  return [
    route(contract.placeGuestOrder, async ({ body: { email: typed, ...body }, request }, addHeader) => {
      await assertTakesGuests()
      const key = readGuestKey(request)
      // The raw body is dropped, so that only the parsed `body` holds the card number.
      request.body = undefined
      const email = foldEmail(typed)
      const from = { address: request.ip, rateLimitScale: deps.rateLimitScale }
      const buyer = { userId: guestIdOf(key), email, from }
      const { purchase: order, linkToken, replayed } = await placePurchase(deps, buyer, body, key)
      if (replayed) addHeader('idempotent-replayed', 'true')
      return { data: { order, token: linkToken } }
    }),
    route(contract.findGuestOrder, async ({ request }) => {
      const userId = guestIdOf(readGuestKey(request))
      const [order] = await deps.purchases.list(userId, { limit: 1, before: undefined })
      if (!order) throw orderNotFound()
      return { data: { order: toPurchase(order), token: orderLinkToken(order) } }
    }),
  ]
}

function readGuestKey(request: FastifyRequest): string {
  const key = readIdempotencyKey(request)
  // The length of the header counts, because `readIdempotencyKey` has put `key:` before it.
  if (key === undefined || String(request.headers[IDEMPOTENCY_KEY_HEADER]).length < KEY_MIN_LENGTH) {
    const message = `header.idempotency-key: needs at least ${KEY_MIN_LENGTH} characters`
    throw new ServiceError('VALIDATION_FAILED', message)
  }
  return key
}
