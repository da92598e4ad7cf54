import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { lineQuantitySchema } from '../cart/cart-input.ts'
import { CART_LINES_MAX } from '../constants.ts'
import { amountSchema, oneLineSchema, productIdSchema } from '../fields.ts'
import { normaliseCode, OFFER_CODE_MAX_LENGTH } from '../pricing/offer.ts'
import { offerTermsSchema, rupeesSchema } from './offer-terms.ts'

const OFFER_NAME_MAX_LENGTH = 60
const PRODUCTS_MAX = 100
const SHELVES_MAX = 30
const USES_MAX = 1_000_000
const USES_PER_CUSTOMER_MAX = 1000

const NAME_INVALID = `An offer has a name of one line, 1 to ${OFFER_NAME_MAX_LENGTH} characters, that shoppers read`
const CODE_INVALID = 'A code has 3 to 24 letters from A to Z and digits'
const TIME_INVALID = 'A time is written as 2026-01-31T00:00:00.000Z'
const ENDS_BEFORE = 'An offer ends after it has begun'
const PRODUCTS_INVALID = `Products are up to ${PRODUCTS_MAX} ids; leave them out for all products`
const SHELVES_INVALID = `Shelves are up to ${SHELVES_MAX} addresses of shelves; leave them out for all products`
const FLAG_INVALID = 'This is true or false'
const USES_INVALID = `Uses are a whole number from 1 to ${USES_MAX}`
const USES_PER_CUSTOMER_INVALID = `Uses per customer are a whole number from 1 to ${USES_PER_CUSTOMER_MAX}`

const time = z.iso.datetime(TIME_INVALID)
const flag = z.optional(z.boolean(FLAG_INVALID))

const codeSchema = z
  .string(CODE_INVALID)
  .check(
    z.maxLength(OFFER_CODE_MAX_LENGTH, CODE_INVALID),
    z.overwrite(normaliseCode),
    z.regex(/^[A-Z\d]{3,24}$/, CODE_INVALID),
  )

const offerFields = {
  /** What shoppers read. */
  name: oneLineSchema(OFFER_NAME_MAX_LENGTH, NAME_INVALID),
  /** Absent for an offer that needs no code. Case, blanks and dashes do not matter. */
  code: z.optional(codeSchema),
  terms: offerTermsSchema,
  startsAt: z.optional(time),
  /** From this moment on, the offer is over. */
  endsAt: z.optional(time),
  /** What the products of the offer must cost at least, before any discount. */
  minSpend: z.optional(rupeesSchema),
  /** The ids of its products. Without products and shelves, it is about everything. */
  products: z.optional(
    z
      .array(productIdSchema, PRODUCTS_INVALID)
      .check(z.minLength(1, PRODUCTS_INVALID), z.maxLength(PRODUCTS_MAX, PRODUCTS_INVALID)),
  ),
  /** The addresses of its shelves. */
  shelves: z.optional(
    z
      .array(z.string(SHELVES_INVALID), SHELVES_INVALID)
      .check(z.minLength(1, SHELVES_INVALID), z.maxLength(SHELVES_MAX, SHELVES_INVALID)),
  ),
  /** Only for shoppers without an earlier order. Then each of them has one use. */
  firstOrderOnly: flag,
  /** How often it may be used in all. */
  usesMax: z.optional(z.int(USES_INVALID).check(z.gte(1, USES_INVALID), z.lte(USES_MAX, USES_INVALID))),
  usesPerCustomer: z.optional(
    z
      .int(USES_PER_CUSTOMER_INVALID)
      .check(z.gte(1, USES_PER_CUSTOMER_INVALID), z.lte(USES_PER_CUSTOMER_MAX, USES_PER_CUSTOMER_INVALID)),
  ),
  /** Whether it may be used together with automatic offers that also have this flag. */
  combines: z.boolean(FLAG_INVALID),
}

export const offerInputSchema = z.strictObject(offerFields).check(
  z.refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt), {
    error: ENDS_BEFORE,
    path: ['endsAt'],
  }),
)

export type OfferInput = z.output<typeof offerInputSchema>

/** `scheduled` and `ended` follow from the offer's times. An operator can also end it at any time. */
const OFFER_STATES = ['scheduled', 'running', 'paused', 'ended'] as const
export type OfferState = (typeof OFFER_STATES)[number]

const deskOfferSchema = z.object({
  ...offerFields,
  id: z.string(),
  state: z.enum(OFFER_STATES),
  /** The orders that use it, without cancelled ones. */
  uses: z.int(),
  /** What these orders cost together, refunds not subtracted. */
  revenue: amountSchema,
  /** What it has taken off them. */
  cost: amountSchema,
  /** A change may send it as an ETag in If-Match. */
  version: z.string(),
})
export type DeskOffer = z.infer<typeof deskOfferSchema>

const offersReply = dataReply(z.object({ offers: z.array(deskOfferSchema) }))
const OFFER_ID_INVALID = 'The id of an offer has 1 to 64 letters, digits and dashes'
const offerParams = z.strictObject({
  offerId: z.string().check(z.regex(/^[A-Za-z\d-]{1,64}$/, OFFER_ID_INVALID)),
})

export const listOffers = {
  method: 'GET',
  path: '/admin/offers',
  access: 'admin',
  summary: 'All offers, the newest first, with their uses, revenue and cost',
  reply: offersReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const saveOffer = {
  method: 'PUT',
  path: '/admin/offers/:offerId',
  access: 'admin',
  summary:
    'Make an offer under an id of your own, or change it. With If-Match, only if it still has that ETag. Safe to repeat',
  params: offerParams,
  body: offerInputSchema,
  reply: offersReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const setOfferState = {
  method: 'POST',
  path: '/admin/offers/:offerId/state',
  access: 'admin',
  summary: 'Pause an offer, let it run again, or end it for good. Safe to repeat',
  params: offerParams,
  body: z.strictObject({
    state: z.enum(['paused', 'running', 'ended'], 'State is paused, running or ended'),
  }),
  reply: offersReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const removeOffer = {
  method: 'DELETE',
  path: '/admin/offers/:offerId',
  access: 'admin',
  summary: 'Remove an offer that has ended from the list, with its figures. Orders keep its name',
  params: offerParams,
  reply: offersReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

const triedOrderSchema = z.object({
  lines: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      quantity: z.int(),
      price: amountSchema,
      discount: amountSchema,
    }),
  ),
  discounts: z.array(z.object({ name: z.string(), goods: amountSchema, delivery: amountSchema })),
  /** The offers that take nothing off this cart, and why. */
  unused: z.array(z.object({ name: z.string(), reason: z.string() })),
  goods: amountSchema,
  discount: amountSchema,
  /** Absent while no pincode is given. */
  delivery: z.optional(amountSchema),
  total: amountSchema,
})
export type TriedOrder = z.infer<typeof triedOrderSchema>

export const tryOffer = {
  method: 'POST',
  path: '/admin/offers/try',
  access: 'admin',
  summary:
    'What a cart would cost with an offer that need not be saved, together with the running ones. Changes nothing',
  body: z.strictObject({
    offer: offerInputSchema,
    items: z
      .array(z.strictObject({ productId: productIdSchema, quantity: lineQuantitySchema }))
      .check(z.minLength(1, 'A cart has at least one product'), z.maxLength(CART_LINES_MAX)),
    /** Without a pincode, delivery is left out. */
    pincode: z.optional(z.string().check(z.maxLength(20))),
  }),
  reply: dataReply(triedOrderSchema),
  status: 200,
  weight: 5,
} as const satisfies Endpoint
