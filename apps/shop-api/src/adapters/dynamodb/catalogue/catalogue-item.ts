import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import * as z from 'zod/mini'

/** The key of the one `CatalogueItem`. It is in the purchases table. */
export const CATALOGUE_KEY = { pk: 'catalogue', sk: 'catalogue' }

/**
 * The catalogue item lists at most this many changes. If a process has missed more changes, the
 * process reads the whole catalogue again.
 */
const RECENT_CHANGES_MAX = 25

const catalogueSchema = z.object({
  version: z._default(z.number(), 0),
  recent: z._default(z.array(z.object({ version: z.number(), productsId: z.string() })), []),
  /** The id of the last fill. A fill writes all products of an empty catalogue. */
  filledBy: z._default(z.string(), ''),
  /** The version that the last fill gave the catalogue. */
  filledAtVersion: z._default(z.number(), 0),
})

/**
 * The item from which processes learn which products have changed. Every process polls this item.
 * Every change that an admin makes, and every fill, adds 1 to `version`. `recent` lists the latest
 * changes since the last fill, oldest first.
 */
export type CatalogueItem = z.output<typeof catalogueSchema>

/** `item` is null in a new table. */
export function parseCatalogueItem(item: Item | null): CatalogueItem {
  return z.parse(catalogueSchema, item ?? {})
}

/**
 * The ids of the products that changed after `version`. Null when the item does not list all of
 * these changes, or when the catalogue was filled after `version`.
 */
export function idsChangedAfter(catalogue: CatalogueItem, version: number) {
  if (catalogue.filledAtVersion > version) return null
  const changeCount = catalogue.version - version
  const listed = catalogue.recent.filter((change) => change.version > version)
  return listed.length < changeCount ? null : listed.map(({ productsId }) => productsId)
}

/**
 * The write that records a change of a product. DynamoDB refuses the write when the catalogue has
 * changed since `seen` was read, and while a process is filling the catalogue.
 */
export function catalogueWrite(
  table: string,
  seen: CatalogueItem,
  productsId: string,
  now: Date,
): TransactItem {
  const version = seen.version + 1
  const recent = [...seen.recent, { version, productsId }].slice(-RECENT_CHANGES_MAX)
  const { condition, values } = unchangedAndNotBeingFilled(seen, now)
  const update = {
    TableName: table,
    Key: CATALOGUE_KEY,
    UpdateExpression: 'SET version = :next, recent = :recent',
    ConditionExpression: condition,
    ExpressionAttributeValues: { ...values, ':next': version, ':recent': recent },
  }
  return { name: 'catalogue', write: { Update: update } }
}

/**
 * The condition that the catalogue still has this version and that no process is filling it. A
 * process sets `fillingUntil` when it begins to fill the catalogue. If that time has passed, the
 * process has probably died, and another process may fill the catalogue.
 */
export function unchangedAndNotBeingFilled({ version }: CatalogueItem, now: Date) {
  const noFill = '(attribute_not_exists(fillingUntil) OR fillingUntil <= :now)'
  const time = now.toISOString()
  // `parseCatalogueItem` returns version 0 for an item without a version.
  const hadVersion = version !== 0
  return hadVersion
    ? { condition: `version = :seen AND ${noFill}`, values: { ':now': time, ':seen': version } }
    : { condition: `attribute_not_exists(version) AND ${noFill}`, values: { ':now': time } }
}
