import type { Dynamo } from '@nashta/dynamodb/create-client'
import { scanItems } from '@nashta/dynamodb/read-items'
import { transact, TransactionRefused, type Write } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import { productExists, type ProductRecord } from '../../catalogue/product-store.ts'
import { CATALOGUE_KEY, type CatalogueItem, IS_NOT_FILLED, isVersion } from './catalogue-item.ts'
import { toProductItem } from './product-items.ts'
import { placeOf } from './product-writes.ts'
import type { ShopTables } from './tables.ts'

/** Whoever fills and dies leaves the catalogue to the next one after this long. */
const FILLING_MS = 10 * 60 * 1000

export type FillDeps = ShopTables & { now: () => Date; newId: () => string }

/**
 * More products than one transaction takes: they are put in their places first, and count from the moment
 * that the catalogue says so. False when another process fills it.
 */
export async function fillCatalogue(
  { client, tables, now, newId }: FillDeps,
  seen: CatalogueItem,
  products: readonly ProductRecord[],
): Promise<boolean> {
  assertDifferent(products)
  const filler = newId()
  const version = seen.version + 1
  const time = now()
  const begun = await isDone(client, {
    TableName: tables.purchases,
    Key: CATALOGUE_KEY,
    UpdateExpression: 'SET filler = :filler, fillingUntil = :until',
    ConditionExpression: `${isVersion(seen)} AND ${IS_NOT_FILLED}`,
    ExpressionAttributeValues: {
      ':filler': filler,
      ':until': new Date(time.getTime() + FILLING_MS).toISOString(),
      ':now': time.toISOString(),
      ...(seen.version > 0 && { ':seen': seen.version }),
    },
  })
  if (!begun) return false

  await forgetLeftovers({ client, tables })
  const items = products.map((product, index) =>
    toProductItem({ position: placeOf(version, index), product }),
  )
  await writeItems(
    client,
    tables.products,
    items.map((put) => ({ put })),
  )
  const filled = await isDone(client, {
    TableName: tables.purchases,
    Key: CATALOGUE_KEY,
    UpdateExpression: 'SET version = :next, wholeSince = :next, recent = :none REMOVE filler, fillingUntil',
    ConditionExpression: 'filler = :filler',
    ExpressionAttributeValues: { ':next': version, ':none': [], ':filler': filler },
  })
  if (!filled) throw new Error('The catalogue took too long to fill, and another process has begun anew')
  return true
}

/** A transaction for one item: sent again after a lost answer, it is not refused by what it did itself. */
async function isDone(client: Dynamo, Update: NonNullable<Write['Update']>) {
  try {
    await transact(client, [{ name: 'catalogue', write: { Update } }])
    return true
  } catch (error) {
    if (error instanceof TransactionRefused) return false
    throw error
  }
}

/** Of one who died while filling. */
async function forgetLeftovers({ client, tables }: ShopTables) {
  const leftovers = await scanItems(client, tables.products)
  await writeItems(
    client,
    tables.products,
    leftovers.map(({ products_id }) => ({ delete: { products_id: String(products_id) } })),
  )
}

function assertDifferent(products: readonly ProductRecord[]) {
  const productsIds = products.map(({ products_id }) => products_id)
  const ids = products.flatMap(({ id }) => id ?? [])
  for (const names of [productsIds, ids]) if (new Set(names).size < names.length) throw productExists()
}
