import { getPaymentMethods } from '@nashta/contracts/orders/payment-methods'
import { readRoute, type Route } from '@nashta/service-kit/http/routes'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { type Representation, representLazily } from '@nashta/service-kit/responses/representation'
import type { ShopStore } from '../../shop/shop-store.ts'
import { orderTaking, type OrderTakingDeps } from '../order/order-taking.ts'

export type PaymentMethodDeps = OrderTakingDeps & { shop: ShopStore; https: boolean }

export function paymentMethodRoutes(deps: PaymentMethodDeps): Route[] {
  let cached: { content: string; response: Representation } | undefined

  async function read() {
    const taking = orderTaking(await deps.shop.read(), deps)
    const { methods, isTrial, pause, openingSteps, formOrigins } = taking
    const takesOrders = openingSteps.length === 0 && pause === null
    return { data: { methods, takesOrders, ...(pause && { pause }), isTrial, formOrigins } }
  }

  async function represent(): Promise<Representation> {
    const content = JSON.stringify(await read())
    if (cached?.content !== content) {
      const response = representLazily({
        content,
        contentType: 'application/json; charset=utf-8',
        headers: dataHeaders(deps),
      })
      cached = { content, response }
    }
    return cached.response
  }

  return [readRoute(getPaymentMethods, read, { represent })]
}
