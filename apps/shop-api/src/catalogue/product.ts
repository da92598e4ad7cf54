import { priceAboveMrp } from '@nashta/contracts/catalogue/mrp'
import { type Product, ratingSumSchema } from '@nashta/contracts/catalogue/product'
import {
  OPERATOR_FIELDS,
  PRODUCT_FIELDS,
  type ProductField,
} from '@nashta/contracts/catalogue/product-fields'
import type { DeskProduct } from '@nashta/contracts/catalogue/product-writes'
import { namesOf } from '@nashta/contracts/form-fields'
import { rateOn } from '@nashta/contracts/gst-rates'
import { paiseToRupees } from '@nashta/contracts/money'
import type { ShelfIndex } from '@nashta/contracts/storefront/shelf-rules'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import type * as z from 'zod/mini'
import type { ProductRecord } from './product-store.ts'

type FieldStorage = {
  name: string
  /** The SQLite column. */
  column: string
  /** Type and constraints of the SQLite column. A field whose column may be NULL is optional. */
  sql: string
  /** The schema of a value that SQLite stores as JSON text. A read checks the value. */
  jsonSchema?: z.ZodMiniType
  /** Set when the product is created, never changed afterwards. */
  isFixed?: true
  /** Only the response with one product contains the field: lists stay small. */
  isDetail?: true | undefined
}

/** The SQLite types of values that are not stored as JSON text. */
const SQL_TYPES: Partial<Record<ProductField['kind'], 'TEXT' | 'INTEGER' | 'REAL'>> = {
  text: 'TEXT',
  digits: 'TEXT',
  choice: 'TEXT',
  amount: 'INTEGER',
  count: 'INTEGER',
  number: 'REAL',
}

/**
 * Every stored field of a product: the SQLite table, its triggers and statements, the DynamoDB items
 * and the order of fields in responses all follow from this list. After the fields that the store
 * sets itself come those of the contract's table.
 */
export const PRODUCT_FIELD_LIST: readonly FieldStorage[] = [
  { name: 'products_id', column: 'productsId', sql: 'TEXT NOT NULL UNIQUE', isFixed: true },
  { name: 'id', column: 'id', sql: 'TEXT UNIQUE', isFixed: true },
  { name: 'createdAt', column: 'createdAt', sql: 'TEXT NOT NULL', isFixed: true },
  { name: 'updatedAt', column: 'updatedAt', sql: 'TEXT NOT NULL' },
  // What its ratings add up to. Only `setRating` changes it.
  { name: 'rating', column: 'rating', sql: 'TEXT', jsonSchema: ratingSumSchema },
  ...Object.entries<ProductField>(PRODUCT_FIELDS).map(([name, field]) => storageOf(name, field)),
]

function storageOf(field: string, { kind, rules, isDetail, ...input }: ProductField): FieldStorage {
  // Amounts are whole paise inside.
  const name = kind === 'amount' ? `${field}Paise` : field
  const isChosenNumber = 'choices' in input && typeof input.choices?.[0] === 'number'
  const type = isChosenNumber ? 'INTEGER' : (SQL_TYPES[kind] ?? 'TEXT')
  const notNull = rules.isAlwaysStored ? ' NOT NULL' : ''
  const notNegative = type === 'INTEGER' ? ` CHECK (${name} >= 0)` : ''
  return {
    name,
    column: name,
    isDetail,
    sql: `${type}${notNull}${notNegative}`,
    ...(!(kind in SQL_TYPES) && { jsonSchema: rules.schema }),
  }
}

const DETAIL_FIELDS = new Set(PRODUCT_FIELD_LIST.filter(({ isDetail }) => isDetail).map(({ name }) => name))

/**
 * Returns a record with its fields in the order of `PRODUCT_FIELDS`, without null and undefined
 * fields. The function does not validate the values.
 */
export function toProductRecord(values: Readonly<Record<string, unknown>>): ProductRecord {
  const record: Record<string, unknown> = {}
  for (const { name } of PRODUCT_FIELD_LIST) {
    const value = values[name]
    if (value !== undefined && value !== null) record[name] = value
  }
  return record as ProductRecord
}

/** Shoppers see published products only; a draft has `published: false`. */
export function isPublished({ published }: Pick<ProductRecord, 'published'>) {
  return published !== false
}

const OPERATOR_FIELD_NAMES = namesOf(OPERATOR_FIELDS)

/** The product as shoppers see it, with the names that its shelves have now, and the GST rate of the day. */
export function toProduct(record: ProductRecord, shelves: ShelfIndex, day: string): Product {
  const product = withNames(withoutPaise(record), shelves.publicNames(record))
  for (const name of OPERATOR_FIELD_NAMES) if (name in product) delete product[name]
  const gstRate = rateOn(record, day)
  // A rate that has changed keeps its place among the fields.
  return gstRate === undefined ? product : Object.assign(product, { gstRate })
}

/** The product as operators see it. */
export function toDeskProduct(record: ProductRecord, shelves: ShelfIndex): DeskProduct {
  return withNames(withoutPaise(record), shelves.deskNames(record))
}

type ShelfNames = Pick<Product, 'category' | 'categories'>

function withNames({ categories: _stored, ...product }: DeskProduct, { category, categories }: ShelfNames) {
  // `category` keeps its place among the fields.
  return { ...product, category, ...(categories && { categories }) }
}

function withoutPaise({ pricePaise, mrpPaise, ...record }: ProductRecord): DeskProduct {
  return {
    ...record,
    price: paiseToRupees(pricePaise),
    ...(mrpPaise !== undefined && { mrp: paiseToRupees(mrpPaise) }),
  }
}

/**
 * The product as lists contain it: without detail fields, and with the name of its maker as brand.
 */
export function toListedProduct(record: ProductRecord, shelves: ShelfIndex): Product {
  // Lists have no GST rate, so they are the same on every day.
  const fields = Object.entries(toProduct(record, shelves, '')).filter(([name]) => !DETAIL_FIELDS.has(name))
  const brand = record.maker?.name
  return {
    ...(Object.fromEntries(fields) as Product),
    ...(brand !== undefined && { brand }),
    ...(record.nutrition?.['addedSugarsG'] === 0 && { noAddedSugar: true }),
  }
}

export function assertPriceWithinMrp({ pricePaise, mrpPaise }: ProductRecord) {
  const refusal = priceAboveMrp({
    price: paiseToRupees(pricePaise),
    mrp: mrpPaise === undefined ? undefined : paiseToRupees(mrpPaise),
  })
  if (refusal !== null) throw new ServiceError('VALIDATION_FAILED', `body.price: ${refusal}`)
}

/** The response body of `GET /products/{id}` on a day in India. */
export function productBody(record: ProductRecord, shelves: ShelfIndex, day: string) {
  return JSON.stringify({ data: toProduct(record, shelves, day) })
}

/**
 * The version that an admin sends in `If-Match`. It changes with every change of this one product,
 * its stock included, but not with a new name of its shelf or a new rating. The catalogue version is something else.
 */
export function productVersion({ rating: _rating, ...record }: ProductRecord) {
  return contentHash(JSON.stringify({ data: withoutPaise(record) }))
}

/** The ETag of `GET /products/{id}`, without its quotes and the suffix of a compressed response. */
export function publicVersion(record: ProductRecord, shelves: ShelfIndex, day: string) {
  return contentHash(productBody(record, shelves, day))
}

/** The version of everything but the stock: a sale does not change it. */
export function versionExceptStock({ stock: _stock, ...record }: ProductRecord) {
  return productVersion(record)
}

/**
 * Whether the record still has the version that the admin has read. `version` comes from
 * `productVersion` or `versionExceptStock`. A change that sets the stock must match the stock too:
 * otherwise it would overwrite the sales made since.
 */
export function hasVersion(
  record: ProductRecord,
  version: string,
  { mustMatchStock }: { mustMatchStock: boolean },
) {
  if (version === productVersion(record)) return true
  return !mustMatchStock && version === versionExceptStock(record)
}
