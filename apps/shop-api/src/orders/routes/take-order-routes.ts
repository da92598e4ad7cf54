import { emailField } from '@nashta/contracts/account/account-fields'
import { foldEmail } from '@nashta/contracts/account/checks'
import { stateName } from '@nashta/contracts/gst-states'
import { paiseToRupees } from '@nashta/contracts/money'
import { replaceOrder } from '@nashta/contracts/orders/desk/order-calls'
import { quoteOrder, takeOrder } from '@nashta/contracts/orders/desk/take-order'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import type { Shop } from '@nashta/contracts/shop/shop'
import { requireIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import { isPublished } from '../../catalogue/product.ts'
import { statesOfAddress } from '../../delivery/state-of-address.ts'
import { deskDiscount } from '../../offers/desk-discount.ts'
import { customerOf } from '../../offers/offer-uses.ts'
import { findUsableOffers } from '../../offers/usable-offers.ts'
import { type AuthorshipDeps, authorshipOf } from '../../operator-log/logged-change.ts'
import { logWrites } from '../../operator-log/operator-log.ts'
import { shownDiscounts } from '../order/discounts.ts'
import { guestIdOf } from '../order/guest-orders.ts'
import { orderNotFound } from '../order/order-state.ts'
import { priceLines } from '../order/purchase.ts'
import { personIdOf } from '../persons/person-figures.ts'
import type { PersonStore } from '../persons/person-store.ts'
import { type DeskOrderReads, readDeskOrder } from '../views/desk-order.ts'
import { priceSale } from '../work/draft-purchase.ts'
import { isFirstOrder } from '../work/first-order.ts'
import { placePurchase } from '../work/place-purchase.ts'
import { type ReplaceOrderDeps, placeReplacement } from '../work/replace-order.ts'

type TakeOrderDeps = ReplaceOrderDeps & AuthorshipDeps & DeskOrderReads & { persons: PersonStore }

/** Orders that an operator takes by phone, by message or at the counter. */
export function takeOrderRoutes(deps: TakeOrderDeps): Route[] {
  return [
    route(takeOrder, async ({ caller, body, request }) => {
      const key = requireIdempotencyKey(request, 'an order')
      const { address, collector, discount, payment, customerId } = body
      const shop = await deps.shop.read()
      const shippingAddress = address ?? (collector && addressOfCollector(shop, collector))
      if (!shippingAddress)
        throw new ServiceError('VALIDATION_FAILED', 'body: an address or a collector is missing')
      const authorship = await authorshipOf(deps, caller)
      const buyer = {
        // Each operator has keys of their own, and no guest can send such a key.
        userId: guestIdOf(`desk ${caller.sub} ${key}`),
        email: body.email === undefined ? null : foldEmail(body.email),
      }
      const { purchase } = await placePurchase(
        deps,
        buyer,
        {
          items: body.items,
          totalAmount: body.totalAmount,
          details: body.details,
          shippingAddress,
          paymentDetails:
            payment.way === 'link' ? { method: 'hosted', choice: payment.method } : { method: 'cod' },
        },
        key,
        {
          authorship,
          isCollected: address === undefined,
          isCashReceived: payment.way === 'cash',
          discount: discount ? deskDiscount(discount) : null,
        },
      )
      const order = await deps.purchases.find(purchase.purchaseId)
      if (!order) throw orderNotFound()
      const personId = personIdOf(order)
      if (customerId !== undefined && personId !== null && personId !== customerId) {
        const changes = { joined: { from: null, to: 'an order taken at the desk' } }
        const log = logWrites({
          ...authorship,
          kind: 'order',
          subject: order.purchaseId,
          action: 'update',
          changes,
        })
        // A row that is full stays as it is: the order has a row of its own then.
        if (await deps.persons.find(customerId))
          await deps.persons.join(customerId, personId, authorship, log).catch(ignoreFullRow)
      }
      return { data: { order: await readDeskOrder(deps, order, caller.groups) } }
    }),
    route(replaceOrder, async ({ caller, params, body, request }) => {
      const key = requireIdempotencyKey(request, 'a replacement')
      const order = await placeReplacement(deps, params.orderId, { ...body, caller, key })
      return { data: await readDeskOrder(deps, order, caller.groups) }
    }),
    route(quoteOrder, async ({ body: { items, discount, phone, email = '', address } }) => {
      const shop = await deps.shop.read()
      const ids = [...new Set(items.map(({ productId }) => productId))]
      const products = (await deps.products.findMany(ids)).filter(isPublished)
      const wanted = priceLines(
        items,
        new Map(products.map((each) => [each.products_id, each])),
        [],
        deps.now(),
      )
      const usable = await findUsableOffers(
        deps,
        {
          ...(phone && { customer: customerOf({ phone }) }),
          isFirstOrder: () =>
            isFirstOrder(deps, {
              userId: guestIdOf('quote'),
              email: emailField.safeParse(email).data ?? null,
            }),
        },
        { productIds: ids },
      )
      const states = address && statesOfAddress(deps.pincodes, address)
      const { priced } = priceSale(
        { shop, pincodes: deps.pincodes },
        {
          wanted,
          offers: discount ? [deskDiscount(discount)] : usable.offers,
          place: address && states ? { pincode: address.pincode, states } : null,
          buyer: address ?? { state: stateName(shop.state), stateCode: shop.state },
          at: deps.now(),
        },
      )
      const offers = priced.discounts.map(({ offer: { id: offerId, name }, goodsPaise, deliveryPaise }) => ({
        offerId,
        name,
        goodsPaise,
        deliveryPaise,
        shard: 0,
      }))
      return {
        data: {
          ...(offers.length > 0 && shownDiscounts({ offers })),
          shippingFee: paiseToRupees(priced.delivery.feePaise),
          totalAmount: paiseToRupees(priced.totals.totalPaise),
        },
      }
    }),
  ]
}

/** The goods change hands in the shop, so the shop's state is the place of supply. */
function addressOfCollector(
  { address, state }: Shop,
  collector: { fullName: string; phoneNumber: string },
): ShippingAddress {
  return {
    ...collector,
    addressLine1: 'Collected at the shop',
    city: stateName(state),
    state: stateName(state),
    pincode: /[1-9]\d{2} ?\d{3}/.exec(address)?.[0].replace(' ', '') ?? '',
    stateCode: state,
  }
}

function ignoreFullRow(error: unknown) {
  if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_FAILED') throw error
}
