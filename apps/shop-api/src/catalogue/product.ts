import type { Product } from '@nashta/contracts/catalogue/product'
import { netQuantitySchema } from '@nashta/contracts/catalogue/product-input'
import { paiseToRupees } from '@nashta/contracts/money'
import { contentHash } from '@nashta/service-kit/responses/representation'
import * as z from 'zod/mini'
import type { ProductRecord } from './product-store.ts'

type FieldStorage = {
  /** The SQLite column, where its name differs from the field. */
  column?: string
  /** Type and constraints of the SQLite column. A field whose column may be NULL is optional. */
  sql: string
  /** The value is stored as JSON text in SQLite, and checked when read. */
  json?: z.ZodMiniType
  /** Set when the product is created, never changed afterwards. */
  fixed?: true
  /** A change of this field alone does not change `LatestChange.exceptStock`. */
  isStock?: true
}

const textList = z.array(z.string())

/**
 * Every stored field of a product, listed once: the SQLite table, its triggers and statements, the DynamoDB items and
 * the order of fields in responses all follow from this list.
 */
const PRODUCT_FIELDS = {
  products_id: { column: 'productsId', sql: 'TEXT NOT NULL UNIQUE', fixed: true },
  id: { sql: 'TEXT UNIQUE', fixed: true },
  name: { sql: 'TEXT NOT NULL' },
  description: { sql: 'TEXT NOT NULL' },
  imageUrl: { sql: 'TEXT NOT NULL' },
  category: { sql: 'TEXT NOT NULL' },
  createdAt: { sql: 'TEXT NOT NULL', fixed: true },
  updatedAt: { sql: 'TEXT NOT NULL' },
  pricePaise: { sql: 'INTEGER NOT NULL CHECK (pricePaise >= 0)' },
  images: { sql: 'TEXT NOT NULL', json: textList },
  imageKeys: { sql: 'TEXT NOT NULL', json: textList },
  netQuantity: { sql: 'TEXT', json: netQuantitySchema },
  stock: { sql: 'INTEGER CHECK (stock >= 0)', isStock: true },
} satisfies Record<keyof ProductRecord, FieldStorage>

export const PRODUCT_FIELD_LIST = Object.entries<FieldStorage>(PRODUCT_FIELDS).map(
  ([name, { column = name, sql, json, fixed, isStock }]) => ({ name, column, sql, json, fixed, isStock }),
)

/**
 * A record with its fields in the order of the list, without null and undefined fields. Callers pass values that
 * were validated, or stored from a ProductRecord.
 */
export function toProductRecord(values: Readonly<Record<string, unknown>>): ProductRecord {
  const record: Record<string, unknown> = {}
  for (const { name } of PRODUCT_FIELD_LIST) {
    const value = values[name]
    if (value !== undefined && value !== null) record[name] = value
  }
  return record as ProductRecord
}

/** The product of the contract, made from the stored record. */
export function toProduct({ pricePaise, ...record }: ProductRecord): Product {
  return { ...record, price: paiseToRupees(pricePaise) }
}

/** The response body of `GET /products/{id}`. */
export function productBody(record: ProductRecord) {
  return JSON.stringify({ data: toProduct(record) })
}

/**
 * The product version of an admin's `If-Match`: the ETag of `GET /products/{id}`, without quotes and encoding. It changes
 * with every visible change of this one product, its stock included. It has nothing to do with the catalogue version.
 */
export function productVersion(record: ProductRecord) {
  return contentHash(productBody(record))
}
