import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { CART_LINES_MAX } from '../constants.ts'
import { productIdSchema } from '../fields.ts'
import { OFFER_CODE_MAX_LENGTH } from '../pricing/offer.ts'
import { offerTermsSchema } from './offer-terms.ts'

/** An offer as a shopper's browser gets it: without its limits, and only with products that were asked for. */
const pricedOfferSchema = z.object({
  id: z.string(),
  name: z.string(),
  code: z.optional(z.string()),
  terms: offerTermsSchema,
  startsAt: z.optional(z.string()),
  endsAt: z.optional(z.string()),
  minSpend: z.optional(z.number()),
  productIds: z.optional(z.array(z.string())),
  combines: z.boolean(),
  refusal: z.optional(z.string()),
})

const priceTermsSchema = z.object({
  /** The automatic offers that run now, and that of the code. */
  offers: z.array(pricedOfferSchema),
  /** Why the code does nothing at all: there is no such code. Absent without a code. */
  codeRefusal: z.optional(z.string()),
  /** The rates of GST. A product without one is left out. */
  rates: z.array(z.object({ productId: z.string(), ratePercent: z.number() })),
  /** The state is a GST code. */
  seller: z.object({ kind: z.string(), state: z.string(), deliveryTax: z.string() }),
})
export type PriceTerms = z.infer<typeof priceTermsSchema>

/** A POST, because a URL has no room for the products of a large cart. */
export const getPriceTerms = {
  method: 'POST',
  path: '/price-terms',
  access: 'optional',
  summary:
    'What the price of a cart with these products depends on: offers, rates of tax, and the seller. Wrong codes are limited. Changes nothing',
  body: z.strictObject({
    productIds: z.array(productIdSchema).check(z.maxLength(CART_LINES_MAX)),
    code: z.optional(z.string().check(z.maxLength(OFFER_CODE_MAX_LENGTH))),
  }),
  reply: dataReply(priceTermsSchema),
  status: 200,
  rateLimit: { rule: 'search' },
} as const satisfies Endpoint
