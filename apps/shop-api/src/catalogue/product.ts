import type { Product } from '@nashta/contracts/catalogue/product'
import { factInputs } from '@nashta/contracts/catalogue/product-facts'
import type { DeskProduct } from '@nashta/contracts/catalogue/product-writes'
import { formatRupees, paiseToRupees } from '@nashta/contracts/money'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import * as z from 'zod/mini'
import type { ProductRecord } from './product-store.ts'

type FieldStorage = {
  /** The SQLite column, where its name differs from the field. */
  column?: string
  /** Type and constraints of the SQLite column. A field whose column may be NULL is optional. */
  sql: string
  /** The schema of a value that SQLite stores as JSON text. A read checks the value. */
  jsonSchema?: z.ZodMiniType
  /** Set when the product is created, never changed afterwards. */
  isFixed?: true
  /** Only the response with one product contains the field: lists stay small. */
  isDetail?: true
}

const textList = z.array(z.string())

/**
 * Every stored field of a product, listed once: the SQLite table, its triggers and statements, the DynamoDB items and
 * the order of fields in responses all follow from this list.
 */
const PRODUCT_FIELDS = {
  products_id: { column: 'productsId', sql: 'TEXT NOT NULL UNIQUE', isFixed: true },
  id: { sql: 'TEXT UNIQUE', isFixed: true },
  name: { sql: 'TEXT NOT NULL' },
  description: { sql: 'TEXT NOT NULL' },
  imageUrl: { sql: 'TEXT NOT NULL' },
  category: { sql: 'TEXT NOT NULL' },
  createdAt: { sql: 'TEXT NOT NULL', isFixed: true },
  updatedAt: { sql: 'TEXT NOT NULL' },
  pricePaise: { sql: 'INTEGER NOT NULL CHECK (pricePaise >= 0)' },
  images: { sql: 'TEXT NOT NULL', jsonSchema: textList },
  imageKeys: { sql: 'TEXT NOT NULL', jsonSchema: textList },
  imageAlts: { sql: 'TEXT', jsonSchema: textList, isDetail: true },
  mrpPaise: { sql: 'INTEGER CHECK (mrpPaise >= pricePaise)' },
  netQuantity: { sql: 'TEXT', jsonSchema: factInputs.netQuantity },
  family: { sql: 'TEXT' },
  packLabel: { sql: 'TEXT' },
  diet: { sql: 'TEXT' },
  vegan: { sql: 'TEXT', jsonSchema: factInputs.vegan },
  jain: { sql: 'TEXT', jsonSchema: factInputs.jain },
  allergens: { sql: 'TEXT', jsonSchema: factInputs.allergens },
  origin: { sql: 'TEXT' },
  ingredients: { sql: 'TEXT', isDetail: true },
  nutrition: { sql: 'TEXT', jsonSchema: factInputs.nutrition, isDetail: true },
  shelfLifeDays: { sql: 'INTEGER', isDetail: true },
  storage: { sql: 'TEXT', isDetail: true },
  importer: { sql: 'TEXT', isDetail: true },
  maker: { sql: 'TEXT', jsonSchema: factInputs.maker, isDetail: true },
  hsn: { sql: 'TEXT', isDetail: true },
  gstRate: { sql: 'INTEGER', isDetail: true },
  published: { sql: 'TEXT', jsonSchema: z.boolean() },
  lowStockLevel: { sql: 'INTEGER CHECK (lowStockLevel >= 0)', isDetail: true },
  stock: { sql: 'INTEGER CHECK (stock >= 0)' },
} satisfies Record<keyof ProductRecord, FieldStorage>

export const PRODUCT_FIELD_LIST = Object.entries<FieldStorage>(PRODUCT_FIELDS).map(
  ([name, { column = name, sql, jsonSchema, isFixed, isDetail }]) => ({
    name,
    column,
    sql,
    jsonSchema,
    isFixed,
    isDetail,
  }),
)

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

/** The product as shoppers see it. */
export function toProduct(record: ProductRecord): Product {
  const { lowStockLevel: _lowStockLevel, ...product } = toDeskProduct(record)
  return product
}

/** The product as operators see it. */
export function toDeskProduct({ pricePaise, mrpPaise, ...record }: ProductRecord): DeskProduct {
  return {
    ...record,
    price: paiseToRupees(pricePaise),
    ...(mrpPaise !== undefined && { mrp: paiseToRupees(mrpPaise) }),
  }
}

/**
 * The product as lists contain it: without detail fields, and with the name of its maker as brand.
 */
export function toListedProduct(record: ProductRecord): Product {
  const fields = Object.entries(toProduct(record)).filter(([name]) => !DETAIL_FIELDS.has(name))
  const brand = record.maker?.name
  return { ...(Object.fromEntries(fields) as Product), ...(brand !== undefined && { brand }) }
}

/** In India it is an offence to sell above the maximum retail price (MRP). */
export function assertPriceWithinMrp({ pricePaise, mrpPaise }: ProductRecord) {
  if (mrpPaise === undefined || pricePaise <= mrpPaise) return
  const [price, mrp] = [formatRupees(pricePaise), formatRupees(mrpPaise)]
  throw new ServiceError('VALIDATION_FAILED', `body.price: The price ${price} is above the MRP ${mrp}`)
}

/** The response body of `GET /products/{id}`. */
export function productBody(record: ProductRecord) {
  return JSON.stringify({ data: toProduct(record) })
}

/**
 * The version that an admin sends in `If-Match`. It changes with every change of this one product,
 * its stock included. The catalogue version is something else.
 */
export function productVersion(record: ProductRecord) {
  return contentHash(JSON.stringify({ data: toDeskProduct(record) }))
}

/** The ETag of `GET /products/{id}`, without its quotes and the suffix of a compressed response. */
function publicVersion(record: ProductRecord) {
  return contentHash(productBody(record))
}

/** The version of everything but the stock: a sale does not change it. */
export function versionExceptStock({ stock: _stock, ...record }: ProductRecord) {
  return productVersion(record)
}

/**
 * Whether the record still has the version that the admin has read. `version` comes from
 * `productVersion`, `publicVersion` or `versionExceptStock`. A change that sets the stock must match the stock too:
 * otherwise it would overwrite the sales made since.
 */
export function hasVersion(
  record: ProductRecord,
  version: string,
  { mustMatchStock }: { mustMatchStock: boolean },
) {
  if ([productVersion(record), publicVersion(record)].includes(version)) return true
  return !mustMatchStock && version === versionExceptStock(record)
}
