import type { Dynamo } from '@nashta/dynamodb/create-client'
import { scanItems } from '@nashta/dynamodb/read-items'
import { transact, TransactionRefused, type Write } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import { productExists, type ProductRecord } from '../../catalogue/product-store.ts'
import { CATALOGUE_KEY, type CatalogueItem, IS_NOT_FILLING, isVersion } from './catalogue-item.ts'
import { toProductItem } from './product-items.ts'
import { positionOf } from './product-writes.ts'
import type { ShopTables } from './tables.ts'

/** After this long another process may fill the catalogue, because the first one has died. */
const FILLING_MS = 10 * 60 * 1000

export type FillDeps = ShopTables & { now: () => Date; newId: () => string }

/**
 * A transaction holds too few items for a whole catalogue. The products are written first, and become visible when the
 * catalogue item gets its version. Returns false when another process is filling it.
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
  const isClaimed = await tryUpdate(client, {
    TableName: tables.purchases,
    Key: CATALOGUE_KEY,
    UpdateExpression: 'SET filler = :filler, fillingUntil = :until',
    ConditionExpression: `${isVersion(seen)} AND ${IS_NOT_FILLING}`,
    ExpressionAttributeValues: {
      ':filler': filler,
      ':until': new Date(time.getTime() + FILLING_MS).toISOString(),
      ':now': time.toISOString(),
      ...(seen.version > 0 && { ':seen': seen.version }),
    },
  })
  if (!isClaimed) return false

  await deleteLeftovers({ client, tables })
  const items = products.map((product, index) =>
    toProductItem({ position: positionOf(version, index), product }),
  )
  await writeItems(
    client,
    tables.products,
    items.map((put) => ({ put })),
  )
  const filled = await tryUpdate(client, {
    TableName: tables.purchases,
    Key: CATALOGUE_KEY,
    UpdateExpression: 'SET version = :next, wholeSince = :next, recent = :none REMOVE filler, fillingUntil',
    ConditionExpression: 'filler = :filler',
    ExpressionAttributeValues: { ':next': version, ':none': [], ':filler': filler },
  })
  if (!filled) throw new Error('The catalogue took too long to fill, and another process has begun anew')
  return true
}

/** A transaction although it is one item: retried after a lost response, its own effect does not refuse it. */
async function tryUpdate(client: Dynamo, Update: NonNullable<Write['Update']>) {
  try {
    await transact(client, [{ name: 'catalogue', write: { Update } }])
    return true
  } catch (error) {
    if (error instanceof TransactionRefused) return false
    throw error
  }
}

/** Deletes the products of a process that died while filling. */
async function deleteLeftovers({ client, tables }: ShopTables) {
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
