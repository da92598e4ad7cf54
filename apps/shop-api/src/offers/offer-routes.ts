import { lineName } from '@nashta/contracts/catalogue/line-name'
import { calendarDay } from '@nashta/contracts/dates'
import { termsFor, feeTermsOf } from '@nashta/contracts/delivery/delivery'
import { PINCODE_NOT_FOUND } from '@nashta/contracts/delivery/delivery-texts'
import { parsePincode } from '@nashta/contracts/delivery/parse-pincode'
import { rateOn } from '@nashta/contracts/gst-rates'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import { codeUnknown, describeUnused } from '@nashta/contracts/offers/offer-texts'
import * as contract from '@nashta/contracts/offers/offers'
import { getPriceTerms } from '@nashta/contracts/offers/price-terms'
import { normaliseCode } from '@nashta/contracts/pricing/offer'
import { priceOrder } from '@nashta/contracts/pricing/price-order'
import { billTermsOf, sellerKindOf } from '@nashta/contracts/shop/seller-kind'
import { readIfMatch, type Route, route } from '@nashta/service-kit/http/routes'
import { CONTENT_ETAG } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import { productNotFound } from '../catalogue/product-store.ts'
import type { PincodeTable } from '../delivery/pincode-table.ts'
import { type AuthorshipDeps, authorshipOf } from '../operator-log/logged-change.ts'
import type { ShopStore } from '../shop/shop-store.ts'
import {
  type OfferRecord,
  offerVersion,
  stateOf,
  withOffer,
  withoutOffer,
  withState,
} from './decide-offers.ts'
import { customerOf } from './offer-uses.ts'
import { findUsableOffers, type UsableOffersDeps } from './usable-offers.ts'
import type { WrongCodes } from './wrong-codes.ts'

export type OfferRoutesDeps = UsableOffersDeps &
  AuthorshipDeps & {
    /** Whether the account has no earlier order. */
    isFirstOrderOf: (accountId: string) => Promise<boolean>
    shop: ShopStore
    pincodes: PincodeTable
    wrongCodes: WrongCodes
  }

export function offerRoutes(deps: OfferRoutesDeps): Route[] {
  const { offers, now } = deps

  async function replyWith(all: readonly OfferRecord[]) {
    return { data: { offers: await Promise.all(all.map((offer) => toDeskOffer(deps, offer))) } }
  }

  return [
    route(getPriceTerms, async ({ caller, body, request }) => {
      const isFirstOrder = async () => caller === null || deps.isFirstOrderOf(caller.sub)
      const account = caller ? { id: caller.sub, hasOrdered: async () => !(await isFirstOrder()) } : undefined
      const trier = { address: request.ip, account }
      const { productIds, code } = body
      const hasCode = code !== undefined && normaliseCode(code) !== ''
      if (hasCode) await deps.wrongCodes.assertMayTry(trier)
      const buyer = {
        ...(caller && { customer: customerOf({ accountId: caller.sub }) }),
        isFirstOrder,
      }
      const usable = await findUsableOffers(deps, buyer, { productIds, ...(hasCode && { code }) })
      if (hasCode) await deps.wrongCodes.settle(trier, usable.isCodeKnown)
      const [shop, products] = await Promise.all([deps.shop.read(), deps.products.findMany(productIds)])
      return {
        data: {
          offers: usable.offers,
          ...(hasCode && !usable.isCodeKnown && { codeRefusal: codeUnknown(normaliseCode(code)) }),
          rates: products.flatMap((product) => {
            const ratePercent = rateOn(product, calendarDay(now()))
            return ratePercent === undefined ? [] : [{ productId: product.products_id, ratePercent }]
          }),
          seller: {
            kind: sellerKindOf(shop),
            state: shop.state,
            deliveryTax: billTermsOf(shop).deliveryTax,
          },
        },
      }
    }),
    route(contract.listOffers, async () => replyWith(await offers.read())),
    route(contract.saveOffer, async ({ caller, params, body, request }) => {
      const seen = readIfMatch(request.headers['if-match'], CONTENT_ETAG, 'an offer')
      const change = { id: params.offerId, input: body, seen }
      return replyWith(
        await offers.save((all) => withOffer(all, change, now()), await authorshipOf(deps, caller)),
      )
    }),
    route(contract.setOfferState, async ({ caller, params: { offerId: id }, body: { state } }) =>
      replyWith(
        await offers.save((all) => withState(all, { id, state }, now()), await authorshipOf(deps, caller)),
      ),
    ),
    route(contract.removeOffer, async ({ caller, params: { offerId: id } }) => {
      const left = await offers.save((all) => withoutOffer(all, id, now()), await authorshipOf(deps, caller))
      await offers.eraseUses(id)
      return replyWith(left)
    }),
    route(contract.tryOffer, async ({ body }) => ({ data: await tryOffer(deps, body) })),
  ]
}

async function toDeskOffer(
  { offers, now }: OfferRoutesDeps,
  offer: OfferRecord,
): Promise<contract.DeskOffer> {
  const { createdAt: _createdAt, isPaused: _isPaused, endedAt: _endedAt, ...fields } = offer
  const { count, revenuePaise, costPaise } = await offers.readUses(offer.id)
  return {
    ...fields,
    state: stateOf(offer, now()),
    uses: count,
    revenue: paiseToRupees(asPaise(revenuePaise)),
    cost: paiseToRupees(asPaise(costPaise)),
    version: offerVersion(offer),
  }
}

/** The offer counts as a running one with uses left, together with the automatic offers of now. */
async function tryOffer(
  deps: OfferRoutesDeps,
  {
    offer,
    items,
    pincode,
  }: {
    offer: contract.OfferInput
    items: { productId: string; quantity: number }[]
    pincode?: string | undefined
  },
): Promise<contract.TriedOrder> {
  const found = await deps.products.findMany(items.map(({ productId }) => productId))
  const today = calendarDay(deps.now())
  const products = new Map(found.map((product) => [product.products_id, product]))
  const lines = items.map(({ productId, quantity }) => {
    const product = products.get(productId)
    if (!product) throw productNotFound()
    return {
      productId,
      quantity,
      name: lineName(product),
      pricePaise: product.pricePaise,
      tax: { ratePercent: rateOn(product, today) },
    }
  })
  const shop = await deps.shop.read()
  const { startsAt: _startsAt, endsAt: _endsAt, ...always } = offer
  const tried: OfferRecord = { ...always, id: 'tried', createdAt: '' }
  const running = (await deps.offers.read()).filter(({ code }) => code === undefined)
  const deskDeps = { ...deps, offers: { ...deps.offers, read: async () => [tried, ...running] } }
  const usable = await findUsableOffers(
    deskDeps,
    { isFirstOrder: async () => true },
    {
      productIds: items.map(({ productId }) => productId),
      ...(offer.code !== undefined && { code: offer.code }),
    },
  )
  const place = pincode === undefined || pincode === '' ? null : placeOf(deps, pincode)
  const terms = place && termsFor(shop.delivery, place)
  const priced = priceOrder(
    lines,
    usable.offers,
    terms && { terms: [feeTermsOf(terms)], tax: billTermsOf(shop).deliveryTax },
    {
      seller: { kind: sellerKindOf(shop), state: shop.state },
      buyer: place && { state: '', ...(place.stateCode !== null && { stateCode: place.stateCode }) },
    },
    deps.now(),
  )
  return {
    lines: priced.lines.map(({ productId, name, quantity, pricePaise, discountPaise }) => ({
      productId,
      name,
      quantity,
      price: paiseToRupees(pricePaise),
      discount: paiseToRupees(discountPaise),
    })),
    discounts: priced.discounts.map(({ offer: { name }, goodsPaise, deliveryPaise }) => ({
      name,
      goods: paiseToRupees(goodsPaise),
      delivery: paiseToRupees(deliveryPaise),
    })),
    unused: priced.unused.map(({ offer: unused, reason }) => ({
      name: unused.name,
      reason: describeUnused(unused, reason),
    })),
    goods: paiseToRupees(priced.totals.goodsPaise),
    discount: paiseToRupees(priced.totals.discountPaise),
    ...(terms && { delivery: paiseToRupees(priced.delivery.feePaise) }),
    total: paiseToRupees(priced.totals.totalPaise),
  }
}

function placeOf({ pincodes }: OfferRoutesDeps, text: string) {
  const pincode = parsePincode(text)
  if (pincode === null) throw new ServiceError('PINCODE_NOT_FOUND', PINCODE_NOT_FOUND)
  return { pincode, stateCode: pincodes.placesOf(pincode)[0]?.stateCode ?? null }
}
