import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { priceSchema, productIdSchema } from '../fields.ts'
import { productQuerySchema, SEARCH_PARAMETERS } from './product-query.ts'

export const ratingSumSchema = z.object({ sum: z.int(), count: z.int() })

/** The facts as replies contain them. A newer store may send values that this client does not know. */
const facts = {
  diet: z.optional(z.string()),
  vegan: z.optional(z.boolean()),
  jain: z.optional(z.boolean()),
  allergens: z.optional(z.object({ contains: z.array(z.string()), mayContain: z.array(z.string()) })),
  netQuantity: z.optional(z.object({ value: z.number(), unit: z.string() })),
  origin: z.optional(z.string()),
  family: z.optional(z.string()),
  packLabel: z.optional(z.string()),
  ingredients: z.optional(z.string()),
  nutrition: z.optional(z.record(z.string(), z.optional(z.number()))),
  shelfLifeDays: z.optional(z.number()),
  storage: z.optional(z.string()),
  importer: z.optional(z.string()),
  maker: z.optional(z.object({ name: z.string(), address: z.string(), fssai: z.string() })),
  /** The name of the maker. Lists of products contain it in place of `maker`. */
  brand: z.optional(z.string()),
  /** True when the nutrition names no added sugars. Lists contain it in place of `nutrition`. */
  noAddedSugar: z.optional(z.boolean()),
  hsn: z.optional(z.string()),
  gstRate: z.optional(z.number()),
  /** The shown ratings of all packs of the snack. Absent without any. */
  rating: z.optional(ratingSumSchema),
}

export const productSchema = z.object({
  products_id: productIdSchema,
  /** A second id by which the product is found, if it has one. */
  id: z.optional(productIdSchema),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  description: z.string().check(z.maxLength(5000)),
  /** In rupees, at most two decimals. */
  price: priceSchema,
  imageUrl: z.string(),
  images: z.array(z.string()),
  /**
   * The key of each of `images` in the picture store; empty for an image from elsewhere. There may
   * be fewer keys than images.
   */
  imageKeys: z.array(z.string()),
  /** The alternative text of each of `images`; empty for an image without one. */
  imageAlts: z.optional(z.array(z.string())),
  /** The name of the first shelf that the product is on. */
  category: z.string(),
  /** The names of all its shelves, `category` first; absent for a product on one shelf. */
  categories: z.optional(z.array(z.string())),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** How many can still be sold; absent means unlimited. */
  stock: z.optional(z.int().check(z.nonnegative())),
  /** The maximum retail price in rupees, all taxes included. */
  mrp: z.optional(priceSchema),
  /** False for a draft, which only operators see; absent in a published product. */
  published: z.optional(z.boolean()),
  ...facts,
})

export type Product = z.infer<typeof productSchema>

/** The reply of `GET /products` without query parameters. */
export const productsReply = dataReply(z.array(productSchema))

const countByChoice = z.record(z.string(), z.number())
const choiceCountsSchema = z.object({
  category: countByChoice,
  diet: countByChoice,
  /** For each choice of allergens, the number of products without them. */
  without: countByChoice,
  origin: countByChoice,
  inStock: z.number(),
})

/** For a search without a result. */
const nearestSchema = z.object({
  /** How many products the search finds without the filters. */
  unfiltered: z.int().check(z.nonnegative()),
  /** Searches like this one that find something. */
  searches: z.array(z.string()),
})

export type Nearest = z.infer<typeof nearestSchema>

/** The reply of `GET /products` with query parameters. */
export const productPageReply = dataReply(
  z.object({
    items: z.array(productSchema),
    /** The other packs of the snacks on this page, the cheapest first. Present with `families=true`. */
    packs: z.optional(z.array(productSchema)),
    /** The number of all matches. */
    total: z.int().check(z.nonnegative()),
    /** Null on the last page. A cursor is valid only for the same query; the limit may differ. */
    nextCursor: z.nullable(z.string()),
    /** The number of products for each choice, see `ChoiceCounts`. Absent without `counts=true`. */
    counts: z.optional(choiceCountsSchema),
    /** Present when a search finds nothing. */
    nearest: z.optional(nearestSchema),
    /** The version of the shop's synonyms (`GET /synonyms`); absent for those of a new shop. */
    synonyms: z.optional(z.string()),
  }),
)

export type ProductPage = z.infer<typeof productPageReply>['data']

export const productParams = z.strictObject({ id: productIdSchema })

export const listProducts = {
  method: 'GET',
  path: '/products',
  access: 'public',
  summary:
    'The whole catalogue, best sellers first; with query parameters, one page of the matching products',
  query: productQuerySchema,
  reply: z.union([productsReply, productPageReply]),
  status: 200,
  rateLimit: { rule: 'search', onlyWith: SEARCH_PARAMETERS },
} as const satisfies Endpoint

/** The same route with at least one query parameter: the reply is a page. */
export const listProductPage = { ...listProducts, reply: productPageReply } as const satisfies Endpoint

export const getProduct = {
  method: 'GET',
  path: '/products/:id',
  access: 'public',
  summary: 'One product, by products_id or id',
  params: productParams,
  reply: dataReply(productSchema),
  status: 200,
} as const satisfies Endpoint
