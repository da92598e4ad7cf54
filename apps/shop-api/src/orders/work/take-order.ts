import { emailField } from '@nashta/contracts/account/account-fields'
import { foldEmail } from '@nashta/contracts/account/checks'
import { stateName } from '@nashta/contracts/gst-states'
import { paiseToRupees } from '@nashta/contracts/money'
import type { OrderQuote, QuoteOrderBody, TakeOrderBody } from '@nashta/contracts/orders/desk/take-order'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import { isPublished } from '../../catalogue/product.ts'
import { statesOfAddress } from '../../delivery/state-of-address.ts'
import { deskDiscount } from '../../offers/desk-discount.ts'
import { customerOf } from '../../offers/offer-uses.ts'
import { findUsableOffers } from '../../offers/usable-offers.ts'
import { type Authorship, type AuthorshipDeps, authorshipOf } from '../../operator-log/logged-change.ts'
import { logWrites } from '../../operator-log/operator-log.ts'
import { shownDiscounts } from '../order/discounts.ts'
import { guestIdOf } from '../order/guest-orders.ts'
import { orderNotFound } from '../order/order-state.ts'
import type { OrderRecord } from '../order/purchase-store.ts'
import { priceLines } from '../order/purchase.ts'
import { personIdOf } from '../persons/person-figures.ts'
import type { PersonStore } from '../persons/person-store.ts'
import { priceSale } from './draft-purchase.ts'
import { isFirstOrder } from './first-order.ts'
import { placePurchase, type PlacePurchaseDeps } from './place-purchase.ts'

export type TakeOrderDeps = PlacePurchaseDeps & AuthorshipDeps & { persons: PersonStore }

/** Places an order that an operator takes. A repeated request with the same key places none. */
export async function placeTakenOrder(
  deps: TakeOrderDeps,
  body: TakeOrderBody,
  { caller, key }: { caller: Caller; key: string },
): Promise<OrderRecord> {
  const { address, collector, discount, payment, customerId } = body
  const shippingAddress = address ?? (collector && addressOfCollector(await deps.shop.read(), collector))
  if (!shippingAddress)
    throw new ServiceError('VALIDATION_FAILED', 'body: an address or a collector is missing')
  const authorship = await authorshipOf(deps, caller)
  const { purchase } = await placePurchase(
    deps,
    {
      // Each operator has keys of their own, and no guest can send such a key.
      userId: guestIdOf(`desk ${caller.sub} ${key}`),
      email: body.email === undefined ? null : foldEmail(body.email),
    },
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
  if (customerId !== undefined) await showAtCustomer(deps, order, customerId, authorship)
  return order
}

/** Shows the order at the customer whom the operator has chosen, by joining its person to that customer. */
async function showAtCustomer(
  { persons }: TakeOrderDeps,
  order: OrderRecord,
  customerId: string,
  authorship: Authorship,
) {
  const personId = personIdOf(order)
  if (personId === null || personId === customerId || !(await persons.find(customerId))) return
  const changes = { joined: { from: null, to: 'an order taken at the desk' } }
  const log = logWrites({
    ...authorship,
    kind: 'order',
    subject: order.purchaseId,
    action: 'update',
    changes,
  })
  // A row that is full stays as it is. The order has a row of its own then.
  await persons.join(customerId, personId, authorship, log).catch(ignoreFullRow)
}

function ignoreFullRow(error: unknown) {
  if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_FAILED') throw error
}

/** What an order would cost now. Stores nothing. */
export async function quoteTakenOrder(
  deps: PlacePurchaseDeps,
  { items, discount, phone, email = '', address }: QuoteOrderBody,
): Promise<OrderQuote> {
  const shop = await deps.shop.read()
  const ids = [...new Set(items.map(({ productId }) => productId))]
  const products = (await deps.products.findMany(ids)).filter(isPublished)
  const productsById = new Map(products.map((each) => [each.products_id, each]))
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
      wanted: priceLines(items, productsById, [], deps.now()),
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
    ...(offers.length > 0 && shownDiscounts({ offers })),
    shippingFee: paiseToRupees(priced.delivery.feePaise),
    totalAmount: paiseToRupees(priced.totals.totalPaise),
  }
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
