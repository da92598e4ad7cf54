import * as z from 'zod/mini'
import { DEFAULT_CATEGORY, PRICE_MAX_RUPEES, STOCK_MAX } from '../constants.ts'
import { PRODUCT_CATEGORY_INVALID } from '../fields.ts'
import { paiseToRupees, parseRupees } from '../money.ts'
import { isSafeImageUrl } from './image-url.ts'
import { factInputs } from './product-facts.ts'

export const PICTURES_PER_PRODUCT_MAX = 20

const PRODUCT_ID_INVALID =
  'A product id begins with a letter or digit and has at most 128 letters, digits, dots, dashes, underscores and tildes'
const PRODUCT_NAME_INVALID = 'A product name has 1 to 200 characters'
const PRODUCT_DESCRIPTION_INVALID = 'A product description has at most 5000 characters'
const PRODUCT_PRICE_INVALID = 'A price is an amount in rupees with at most two decimals'
const PRODUCT_IMAGE_INVALID = 'A picture is a path of this store or an https address'
const PRODUCT_ALT_INVALID = 'A description of a picture has at most 200 characters'
const PRODUCT_PUBLISHED_INVALID = 'Published is true or false'
const PRODUCT_STOCK_INVALID = 'Stock is a whole number, zero or more'

// An id such as `chips-1`. None of its characters needs escaping in the URL of the product's page.
const productId = z
  .string(PRODUCT_ID_INVALID)
  .check(z.regex(/^[A-Za-z0-9][\w.~-]{0,127}$/, PRODUCT_ID_INVALID))

const name = text(200, PRODUCT_NAME_INVALID).check(z.minLength(1, PRODUCT_NAME_INVALID))
const description = text(5000, PRODUCT_DESCRIPTION_INVALID)
const category = text(100, PRODUCT_CATEGORY_INVALID).check(z.minLength(1, PRODUCT_CATEGORY_INVALID))

const price = z.pipe(
  z.union([z.number(), z.string()], PRODUCT_PRICE_INVALID),
  z.transform((value: number | string, context) => {
    const paise = parseRupees(value)
    if (paise !== null && paiseToRupees(paise) <= PRICE_MAX_RUPEES) return paiseToRupees(paise)

    context.issues.push({ code: 'custom', message: PRODUCT_PRICE_INVALID, input: value })
    return z.NEVER
  }),
)

const imageUrl = z
  .string(PRODUCT_IMAGE_INVALID)
  .check(z.maxLength(2048, PRODUCT_IMAGE_INVALID), z.refine(isSafeImageUrl, PRODUCT_IMAGE_INVALID))
// An empty text means no picture; pages then show the fallback picture.
const mainImageUrl = z.union([z.literal(''), imageUrl], PRODUCT_IMAGE_INVALID)
const images = z
  .array(imageUrl, PRODUCT_IMAGE_INVALID)
  .check(z.maxLength(PICTURES_PER_PRODUCT_MAX, PRODUCT_IMAGE_INVALID))
// The key of each of `images` in the picture store. A picture from elsewhere has an empty key.
const imageKeys = z
  .array(z.string().check(z.maxLength(1024)), PRODUCT_IMAGE_INVALID)
  .check(z.maxLength(PICTURES_PER_PRODUCT_MAX, PRODUCT_IMAGE_INVALID))

const imageAlts = z
  .array(text(200, PRODUCT_ALT_INVALID), PRODUCT_ALT_INVALID)
  .check(z.maxLength(PICTURES_PER_PRODUCT_MAX, PRODUCT_ALT_INVALID))

const unitCount = z
  .int(PRODUCT_STOCK_INVALID)
  .check(z.nonnegative(PRODUCT_STOCK_INVALID), z.lte(STOCK_MAX, PRODUCT_STOCK_INVALID))
// In an update, null makes the stock unlimited or removes the low stock level. A missing field
// changes nothing.
const nullableUnitCount = z.union([unitCount, z.null()], PRODUCT_STOCK_INVALID)
const published = z.boolean(PRODUCT_PUBLISHED_INVALID)

/** The body of a request that creates a product. Unknown fields are ignored. */
export const createProductSchema = z.object({
  /** Made from the name when it is missing. */
  products_id: z.optional(productId),
  /** A second id by which the product is found too. */
  id: z.optional(productId),
  name,
  description: z.prefault(description, ''),
  price,
  imageUrl: z.prefault(mainImageUrl, ''),
  images: z.prefault(images, []),
  imageKeys: z.prefault(imageKeys, []),
  imageAlts: z.optional(imageAlts),
  category: z.prefault(category, DEFAULT_CATEGORY),
  stock: z.optional(unitCount),
  /** The maximum retail price, all taxes included. */
  mrp: z.optional(price),
  /** False for a draft, which only operators see. */
  published: z.optional(published),
  lowStockLevel: z.optional(unitCount),
  ...z.partial(z.object(factInputs)).shape,
})

// In an update, null removes a fact. A missing field changes nothing.
const nullableFacts = makeNullable(factInputs)

/** The body of a request that changes a product. Ids and timestamps in it are ignored. */
export const updateProductSchema = z.partial(
  z.object({
    name,
    description,
    price,
    imageUrl: mainImageUrl,
    images,
    imageKeys,
    imageAlts,
    category,
    stock: nullableUnitCount,
    mrp: z.nullable(price),
    published,
    lowStockLevel: nullableUnitCount,
    ...nullableFacts,
  }),
)

/** The fields that operators change for many products at once. */
export const gridChangeSchema = z.pick(updateProductSchema, {
  price: true,
  mrp: true,
  stock: true,
  lowStockLevel: true,
  published: true,
})

export type CreateProductBody = z.output<typeof createProductSchema>
export type UpdateProductBody = z.output<typeof updateProductSchema>

function text(maxLength: number, error: string) {
  return z.string(error).check(z.trim(), z.maxLength(maxLength, error))
}

function makeNullable<Fields extends Record<string, z.ZodMiniType>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, z.nullable(schema)])) as {
    [F in keyof Fields]: z.ZodMiniNullable<Fields[F]>
  }
}
