import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import {
  CODE_ENDED,
  CODE_PAUSED,
  OFFER_USED_BY_YOU,
  OFFER_USED_UP,
  ONLY_FIRST_ORDER,
} from '@nashta/contracts/offers/offer-texts'
import { normaliseCode, type PricedOffer } from '@nashta/contracts/pricing/offer'
import type { ShelfIndex } from '@nashta/contracts/storefront/shelf-rules'
import type { ProductRecord, ProductStore } from '../catalogue/product-store.ts'
import type { ShelfStore } from '../catalogue/shelves/shelf-store.ts'
import { type OfferRecord, stateOf } from './decide-offers.ts'
import { deskDiscountsOf } from './desk-discount.ts'
import type { OfferStore } from './offer-store.ts'
import { type AppliedOffer, hasUseLeft, type UseLimits } from './offer-uses.ts'

export type UsableOffersDeps = {
  offers: OfferStore
  products: ProductStore
  shelves: ShelfStore
  now: () => Date
}

export type OfferBuyer = {
  /** See `customerOf`. Absent while neither an account nor a phone number is known. */
  customer?: string | undefined
  /** Whether the buyer has no earlier order. It is asked only if an offer depends on it. */
  isFirstOrder: () => Promise<boolean>
}

export type UsableOffers = {
  offers: PricedOffer[]
  limits: ReadonlyMap<string, UseLimits>
  /** Whether the code is that of an offer. True without a code. */
  isCodeKnown: boolean
}

const NONE: UsableOffers = { offers: [], limits: new Map(), isCodeKnown: true }

/**
 * The offers to price an order with: those without a code that run now, and the offer of the entered code. An offer that
 * cannot be used says why. In a shop without offers, nothing else is read.
 */
export async function findUsableOffers(
  deps: UsableOffersDeps,
  buyer: OfferBuyer,
  { productIds, code }: { productIds: readonly string[]; code?: string | undefined },
): Promise<UsableOffers> {
  const all = await deps.offers.read()
  const isCodeEntered = code !== undefined && normaliseCode(code) !== ''
  if (all.length === 0) return { ...NONE, isCodeKnown: !isCodeEntered }
  const time = deps.now()
  const automatic = all.filter((offer) => offer.code === undefined && stateOf(offer, time) === 'running')
  const ofCode = isCodeEntered ? findByCode(all, code, time) : undefined
  const wanted = ofCode ? [...automatic, ofCode] : automatic
  if (wanted.length === 0) return { ...NONE, isCodeKnown: !isCodeEntered }
  const [products, shelves] = await readScope(deps, wanted, productIds)
  let isFirst: Promise<boolean> | undefined
  const isFirstOrder = () => (isFirst ??= buyer.isFirstOrder())
  const offers = await Promise.all(
    wanted.map(async (offer): Promise<PricedOffer> => {
      const { startsAt, endsAt } = offer
      const refusal = await refusalOf(deps, offer, { ...buyer, isFirstOrder })
      return {
        ...toPricedOffer(offer, productsOf(offer, products, shelves)),
        ...(startsAt !== undefined && { startsAt }),
        ...(endsAt !== undefined && { endsAt }),
        ...(refusal !== null && { refusal }),
      }
    }),
  )
  return {
    offers,
    limits: new Map(wanted.map((offer) => [offer.id, limitsOf(offer)])),
    isCodeKnown: !isCodeEntered || ofCode !== undefined,
  }
}

/**
 * The offers of an order that is priced again, with the terms that they have now. Whether they have ended or
 * have uses left does not matter: the order has had its use. One that was removed takes nothing off.
 */
export async function findAppliedOffers(
  deps: Pick<UsableOffersDeps, 'offers' | 'products' | 'shelves'>,
  applied: readonly Pick<AppliedOffer, 'offerId' | 'name' | 'goodsPaise'>[],
  productIds: readonly string[],
): Promise<PricedOffer[]> {
  if (applied.length === 0) return []
  const all = await deps.offers.read()
  const own = all.filter(({ id }) => applied.some(({ offerId }) => offerId === id))
  const [products, shelves] = await readScope(deps, own, productIds)
  const priced = own.map((offer) => toPricedOffer(offer, productsOf(offer, products, shelves)))
  return [...priced, ...deskDiscountsOf(applied)]
}

function toPricedOffer(
  { id, name, code, terms, minSpend, combines }: OfferRecord,
  productIds: string[] | null,
): PricedOffer {
  return {
    id,
    name,
    ...(code !== undefined && { code }),
    terms,
    ...(minSpend !== undefined && { minSpend }),
    ...(productIds && { productIds }),
    combines,
  }
}

/** An offer of the past may have the same code as one of now. */
function findByCode(all: readonly OfferRecord[], code: string, now: Date): OfferRecord | undefined {
  const found = all.filter((offer) => offer.code === normaliseCode(code))
  return found.find((offer) => stateOf(offer, now) !== 'ended') ?? found[0]
}

/** A first order is one order, so such an offer has one use for each customer. */
function limitsOf({ usesMax, usesPerCustomer, firstOrderOnly, endsAt }: OfferRecord): UseLimits {
  const customerMax = firstOrderOnly ? 1 : usesPerCustomer
  return {
    ...(usesMax !== undefined && { usesMax }),
    ...(customerMax !== undefined && { customerMax }),
    ...(endsAt !== undefined && { expiresAt: endsAt }),
  }
}

async function refusalOf(
  deps: UsableOffersDeps,
  offer: OfferRecord,
  { customer, isFirstOrder }: OfferBuyer,
): Promise<string | null> {
  if (offer.endedAt !== undefined) return CODE_ENDED
  if (offer.isPaused) return CODE_PAUSED
  const limits = limitsOf(offer)
  if (limits.usesMax !== undefined || (limits.customerMax !== undefined && customer !== undefined)) {
    const stored = await deps.offers.readStoredUses(
      offer.id,
      limits.customerMax === undefined ? undefined : customer,
    )
    const left = hasUseLeft(stored, limits)
    if (!left.inAll) return OFFER_USED_UP
    if (!left.ofCustomer) return OFFER_USED_BY_YOU
  }
  if (offer.firstOrderOnly && !(await isFirstOrder())) return ONLY_FIRST_ORDER
  return null
}

/** The products are read only if an offer is about some of them. */
async function readScope(
  { products, shelves }: Pick<UsableOffersDeps, 'products' | 'shelves'>,
  offers: readonly OfferRecord[],
  productIds: readonly string[],
): Promise<[readonly ProductRecord[], ShelfIndex]> {
  const isAboutSome = offers.some((offer) => offer.products ?? offer.shelves)
  return Promise.all([isAboutSome ? products.findMany(productIds) : [], shelves.read()])
}

/** The ids of those products that the offer is about; null if it is about all products. */
function productsOf(
  { products: ids = [], shelves: slugs = [] }: OfferRecord,
  products: readonly ProductRecord[],
  shelves: ShelfIndex,
): string[] | null {
  const isAboutAll = ids.length === 0 && slugs.length === 0
  if (isAboutAll) return null
  return products
    .filter(
      (product) =>
        ids.includes(product.products_id) ||
        categoriesOf(product).some((name) => slugs.includes(shelves.find(name)?.slug ?? '')),
    )
    .map(({ products_id }) => products_id)
}
