import * as contract from '@nashta/contracts/shop/shop'
import { readIfMatch, readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import {
  CONTENT_ETAG,
  type Representation,
  representLazily,
} from '@nashta/service-kit/responses/representation'
import { type AuthorshipDeps, authorshipOf } from '../operator-log/logged-change.ts'
import type { PaymentSettings } from '../payments/create-providers.ts'
import { shopBody, type ShopStore, shopVersion } from './shop-store.ts'

export type ShopRoutesDeps = AuthorshipDeps & {
  shop: ShopStore
  https: boolean
  payments: Pick<PaymentSettings, 'providers' | 'lifetimeMs'>
  guestCheckout: boolean | undefined
  /** Undefined where the shop's record decides. */
  orderLimits: Readonly<Record<'quantityMax' | 'codMaxPaise', number | undefined>>
}

/** The fields of the shop's record that a setting of the store overrules. */
function overruledFields({
  payments,
  guestCheckout,
  orderLimits,
}: Pick<ShopRoutesDeps, 'payments' | 'guestCheckout' | 'orderLimits'>) {
  return [
    { field: 'upi', setting: 'PAYMENTS', isSet: payments.providers.length > 0 },
    { field: 'paymentMinutes', setting: 'PAYMENT_MINUTES', isSet: payments.lifetimeMs !== undefined },
    {
      field: 'orderQuantityMax',
      setting: 'ORDER_QUANTITY_MAX',
      isSet: orderLimits.quantityMax !== undefined,
    },
    { field: 'cashMax', setting: 'COD_MAX_AMOUNT', isSet: orderLimits.codMaxPaise !== undefined },
    { field: 'guestCheckout', setting: 'GUEST_CHECKOUT', isSet: guestCheckout !== undefined },
  ].flatMap(({ field, setting, isSet }) => (isSet ? [{ field, setting }] : []))
}

export function shopRoutes({ shop, https, ...deps }: ShopRoutesDeps): Route[] {
  let cached: { record: contract.Shop; response: Representation } | undefined

  async function representShop(): Promise<Representation> {
    const record = await shop.read()
    // `read` returns a new object when the record has changed.
    if (cached?.record !== record) {
      const response = representLazily({
        content: shopBody(record),
        contentType: 'application/json; charset=utf-8',
        headers: dataHeaders({ https }),
      })
      cached = { record, response }
    }
    return cached.response
  }

  return [
    // HTTP requests get the cached representation. Calls inside this process get the data.
    readRoute(contract.getShop, async () => ({ data: await shop.read() }), { represent: representShop }),
    route(contract.getShopAtDesk, async () => {
      const record = await shop.read()
      return { data: { shop: record, version: shopVersion(record), overruled: overruledFields(deps) } }
    }),
    route(contract.updateShop, async ({ caller, body, request }, addHeader) => {
      const seen = readIfMatch(request.headers['if-match'], CONTENT_ETAG, "the shop's record")
      const data = await shop.update(body, await authorshipOf(deps, caller), seen)
      addHeader('etag', `"${shopVersion(data)}"`)
      return { data }
    }),
  ]
}
