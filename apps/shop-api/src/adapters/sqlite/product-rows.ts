import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { Database } from '@nashta/sqlite/database'
import * as z from 'zod/mini'
import type { PositionedProduct, ProductRecord } from '../../catalogue/product-store.ts'
import { PRODUCT_FIELD_LIST, toProductRecord } from '../../catalogue/product.ts'

/** A row as SELECT_PRODUCTS returns it. */
export type ProductRow = Record<string, SQLOutputValue>

const columns = PRODUCT_FIELD_LIST.map(({ column }) => column)
const changeableColumns = PRODUCT_FIELD_LIST.filter(({ isFixed }) => !isFixed).map(({ column }) => column)

export const SELECT_PRODUCTS = `SELECT position, ${columns.join(', ')} FROM products`

export const INSERT_PRODUCT = `
  INSERT INTO products (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})
`

export const UPDATE_PRODUCT = `
  UPDATE products SET ${changeableColumns.map((column) => `${column} = @${column}`).join(', ')}
  WHERE productsId = @productsId
`

/** Returns a function that finds a product or a draft by `products_id`, or else by `id`. */
export function prepareFind({ prepare }: Database) {
  const byProductsId = prepare<ProductRow>(`${SELECT_PRODUCTS} WHERE productsId = ?`)
  const byId = prepare<ProductRow>(`${SELECT_PRODUCTS} WHERE id = ?`)
  return (id: string): ProductRecord | null => {
    const row = byProductsId.get(id) ?? byId.get(id)
    return row ? toPositionedProduct(row).product : null
  }
}

export function insertParameters(product: ProductRecord): Record<string, SQLInputValue> {
  return Object.fromEntries(parametersOf(product))
}

/** SQLite refuses unknown parameters, so only those of UPDATE_PRODUCT are returned. */
export function updateParameters(product: ProductRecord): Record<string, SQLInputValue> {
  const used = parametersOf(product).filter(([column]) => changeableColumns.includes(column))
  return { ...Object.fromEntries(used), productsId: product.products_id }
}

function parametersOf(product: ProductRecord): [column: string, value: SQLInputValue][] {
  const values = new Map<string, unknown>(Object.entries(product))
  return PRODUCT_FIELD_LIST.map(({ name, column, jsonSchema }) => {
    const value = values.get(name)
    return [column, jsonSchema && value !== undefined ? JSON.stringify(value) : toSql(value)]
  })
}

function toSql(value: unknown): SQLInputValue {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value === undefined) return null
  throw new TypeError(`A product field of type ${typeof value} needs its own storage rule`)
}

/** The STRICT table checks the types of its columns. JSON is plain text to SQLite, so it is checked here. */
export function toPositionedProduct(row: ProductRow): PositionedProduct {
  const values: Record<string, unknown> = {}
  for (const { name, column, jsonSchema } of PRODUCT_FIELD_LIST) {
    const value = row[column]
    const isJson = jsonSchema !== undefined && typeof value === 'string'
    values[name] = isJson ? z.parse(jsonSchema, JSON.parse(value)) : value
  }
  return { position: Number(row['position']), product: toProductRecord(values) }
}
