import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import { priceAboveMrp } from '@nashta/contracts/catalogue/mrp'
import { PRODUCT_FIELDS, type ProductField } from '@nashta/contracts/catalogue/product-fields'
import { createProductSchema, updateProductSchema } from '@nashta/contracts/catalogue/product-input'
import type { DeskProduct } from '@nashta/contracts/catalogue/product-writes'
import { DEFAULT_CATEGORY } from '@nashta/contracts/constants'
import { rowsWith } from '@nashta/contracts/form-fields'
import { paiseToRupees, parseRupees } from '@nashta/contracts/money'
import * as z from 'zod/mini'
import { fieldValue, type FormValuesOf, isFilledIn, toFormValues } from '../../data/form-values.ts'

/** The fields with inputs in the form. The pictures have inputs of their own. */
export const FORM_FIELDS = rowsWith(PRODUCT_FIELDS, 'section')

/** `key` is empty for a picture that is not in the picture store. */
export type PictureValue = { url: string; key: string; alt: string }

/** The values of the form. Numbers are strings, because an input's value is a string. */
export type ProductValues = FormValuesOf<typeof FORM_FIELDS> & {
  /** The names of the shelves that the product is on, the first one first. */
  shelves: readonly string[]
  pictures: PictureValue[]
}

export function toValues(product: Partial<DeskProduct>): ProductValues {
  const { category = DEFAULT_CATEGORY, images = [], imageKeys = [], imageAlts = [] } = product
  const names = categoriesOf({ ...product, category })
  return {
    ...toFormValues(FORM_FIELDS, product),
    shelves: names.filter((name) => name !== DEFAULT_CATEGORY),
    pictures: images.map((url, index) => ({
      url,
      key: imageKeys[index] ?? '',
      alt: imageAlts[index] ?? '',
    })),
  }
}

/**
 * The body of the call that changes the product. Null removes a value. Prices stay strings, which
 * the Shop API parses. Other numbers must be numbers.
 */
export function toBody(values: ProductValues): Record<string, unknown> {
  const fields = Object.entries<ProductField>(FORM_FIELDS).map(([name, field]) => {
    const empty = field.rules.isAlwaysStored ? '' : null
    return [name, field.kind === 'list' ? empty : (fieldValue(name, field, values) ?? empty)]
  })
  return {
    ...Object.fromEntries(fields),
    category: values.shelves[0] ?? DEFAULT_CATEGORY,
    categories: values.shelves.length > 1 ? values.shelves : null,
    imageUrl: values.pictures[0]?.url ?? '',
    images: values.pictures.map(({ url }) => url),
    imageKeys: keysOf(values.pictures),
    // A list of empty texts would be logged as a change.
    imageAlts: values.pictures.some(({ alt }) => alt !== '') ? values.pictures.map(({ alt }) => alt) : [],
  }
}

/**
 * The key of each picture, at the index of the picture. The list ends at the last picture that has
 * a key.
 */
function keysOf(pictures: readonly PictureValue[]) {
  const lastWithKey = pictures.findLastIndex(({ key }) => key !== '')
  return pictures.slice(0, lastWithKey + 1).map(({ key }) => key)
}

/**
 * The body of the call that creates the product as a draft. Empty values are left out: that call
 * accepts no null.
 */
export function toNewBody(values: ProductValues) {
  const given = Object.entries(toBody(values)).filter(([, value]) => value !== null && value !== '')
  return { ...Object.fromEntries(given), published: false }
}

export type ProductSchema = z.ZodMiniType<object, object>

/** The rules for the body of the call that creates or changes the product. */
export function productSchemaOf({ isNew }: { isNew: boolean }): ProductSchema {
  const schema: ProductSchema = isNew ? createProductSchema : updateProductSchema
  return schema.check(
    z.refine((product) => priceAboveMrp(product) === null, {
      error: ({ input }) => priceAboveMrp(Object(input)) ?? '',
      path: ['price'],
    }),
  )
}

/** Why the law forbids the price in the form; null when it is allowed, or no amount. */
export function priceError({ price, mrp }: Pick<ProductValues, 'price' | 'mrp'>): string | null {
  return priceAboveMrp({ price: toRupees(price), mrp: toRupees(mrp) })
}

function toRupees(text: string) {
  const paise = parseRupees(text)
  return paise === null ? null : paiseToRupees(paise)
}

/** The facts that Indian law requires of a packed snack and that this product lacks. */
export function missingFacts(values: ProductValues): string[] {
  return Object.entries<ProductField>(PRODUCT_FIELDS).flatMap(([name, field]) => {
    const { requiredByLaw, ofImportsOnly } = field
    if (requiredByLaw === undefined || (ofImportsOnly && !isImported(values.origin))) return []
    const isGiven = field.kind === 'list' ? values.pictures.length > 0 : isFilledIn(name, field, values)
    return isGiven ? [] : [requiredByLaw]
  })
}

/** False while the country is not known: then only the country is reported as missing. */
function isImported(origin: string) {
  const code = origin.trim().toUpperCase()
  return code !== '' && code !== 'IN'
}
