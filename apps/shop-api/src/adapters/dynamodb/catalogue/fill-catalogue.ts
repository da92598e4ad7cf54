import type { Dynamo } from '@nashta/dynamodb/create-client'
import { scanItems } from '@nashta/dynamodb/read-items'
import { transact, TransactionRefused, type Write } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import { productExists, type ProductRecord } from '../../../catalogue/product-store.ts'
import type { ShopTables } from '../tables.ts'
import { CATALOGUE_KEY, type CatalogueItem, unchangedAndNotBeingFilled } from './catalogue-item.ts'
import { newProductItems } from './product-items.ts'
import { positionOf } from './product-writes.ts'

/**
 * A process that fills the catalogue claims it for this long. If the process dies, another one may
 * fill the catalogue afterwards.
 */
const FILLING_MS = 10 * 60 * 1000

export type FillDeps = ShopTables & { now: () => Date; newId: () => string }

/**
 * Fills an empty catalogue: writes the products, then increases the version in the catalogue item.
 * The new version makes every process read the products. Returns false when another process is
 * filling the catalogue, or has changed the catalogue since `seen` was read.
 */
export async function fillCatalogue(
  { client, tables, now, newId }: FillDeps,
  seen: CatalogueItem,
  products: readonly ProductRecord[],
): Promise<boolean> {
  assertDistinctIds(products)
  // Identifies this process in the catalogue item while it fills the catalogue.
  const filler = newId()
  const version = seen.version + 1
  const time = now()
  const { condition, values } = unchangedAndNotBeingFilled(seen, time)
  // The catalogue item is in `purchases`, the table for everything but products and carts.
  const isClaimed = await tryUpdate(client, {
    TableName: tables.purchases,
    Key: CATALOGUE_KEY,
    UpdateExpression: 'SET filler = :filler, fillingUntil = :until',
    ConditionExpression: condition,
    ExpressionAttributeValues: {
      ...values,
      ':filler': filler,
      ':until': new Date(time.getTime() + FILLING_MS).toISOString(),
    },
  })
  if (!isClaimed) return false

  // A process that died while filling may have left products.
  await deleteProducts({ client, tables })
  const items = products.flatMap((product, index) =>
    newProductItems({ position: positionOf(version, index), product }, version),
  )
  // One transaction cannot hold all products, so the products are written without a transaction.
  await writeItems(
    client,
    tables.products,
    items.map((put) => ({ put })),
  )
  const isFilled = await tryUpdate(client, {
    TableName: tables.purchases,
    Key: CATALOGUE_KEY,
    UpdateExpression:
      'SET version = :next, filledAtVersion = :next, recent = :none, filledBy = :filler REMOVE filler, fillingUntil',
    ConditionExpression: 'filler = :filler',
    ExpressionAttributeValues: { ':next': version, ':none': [], ':filler': filler },
  })
  if (!isFilled) throw new Error('The catalogue took too long to fill, and another process has begun anew')
  return true
}

/**
 * Returns false when the condition does not hold. The update is a transaction, because DynamoDB
 * recognises the retry of a transaction whose response was lost. DynamoDB would refuse the retry of
 * a plain update, because the first attempt has already changed the item.
 */
async function tryUpdate(client: Dynamo, Update: NonNullable<Write['Update']>) {
  try {
    await transact(client, [{ name: 'catalogue', write: { Update } }])
    return true
  } catch (error) {
    if (error instanceof TransactionRefused) return false
    throw error
  }
}

async function deleteProducts({ client, tables }: ShopTables) {
  const items = await scanItems(client, tables.products)
  const deletions = items.map(({ products_id }) => ({ delete: { products_id: String(products_id) } }))
  await writeItems(client, tables.products, deletions)
}

function assertDistinctIds(products: readonly ProductRecord[]) {
  const hasSameId = hasDuplicates(products.map(({ id }) => id).filter((id) => id !== undefined))
  const hasSameProductsId = hasDuplicates(products.map(({ products_id }) => products_id))
  if (hasSameId || hasSameProductsId) throw productExists()
}

function hasDuplicates(values: readonly unknown[]) {
  return new Set(values).size < values.length
}
