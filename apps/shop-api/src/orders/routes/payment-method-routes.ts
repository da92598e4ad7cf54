import { getPaymentMethods } from '@nashta/contracts/orders/payment-methods'
import type { Shop } from '@nashta/contracts/shop/shop'
import { readRoute, type Route } from '@nashta/service-kit/http/routes'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { type Representation, representLazily } from '@nashta/service-kit/responses/representation'
import type { ShopStore } from '../../shop/shop-store.ts'
import { orderTaking, type OrderTakingDeps } from '../order/order-taking.ts'

export type PaymentMethodDeps = OrderTakingDeps & { shop: ShopStore; https: boolean }

export function paymentMethodRoutes(deps: PaymentMethodDeps): Route[] {
  let cached: { record: Shop; response: Representation } | undefined

  async function read() {
    const { methods, isTrial, openingSteps } = orderTaking(await deps.shop.read(), deps)
    return { data: { methods, takesOrders: openingSteps.length === 0, isTrial } }
  }

  async function represent(): Promise<Representation> {
    const record = await deps.shop.read()
    // Only the record changes while this process runs, and `read` then returns a new object.
    if (cached?.record !== record) {
      const response = representLazily({
        content: JSON.stringify(await read()),
        contentType: 'application/json; charset=utf-8',
        headers: dataHeaders(deps),
      })
      cached = { record, response }
    }
    return cached.response
  }

  return [readRoute(getPaymentMethods, read, { represent })]
}
