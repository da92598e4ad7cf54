import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import * as z from 'zod/mini'

export const CATALOGUE_KEY = { pk: 'catalogue', sk: 'catalogue' }

/** The item lists this many changes. A process that has missed more reloads the catalogue. */
const RECENT_CHANGES_MAX = 25

const catalogueSchema = z.object({
  version: z._default(z.number(), 0),
  recent: z._default(z.array(z.object({ version: z.number(), productsId: z.string() })), []),
  /** The id of the last fill. Every fill has a new id. */
  filledBy: z._default(z.string(), ''),
  /**
   * The version after the last fill. A process that has seen only earlier versions reloads the
   * whole catalogue.
   */
  filledAtVersion: z._default(z.number(), 0),
})

/**
 * The one item that tells processes which products have changed. Every process polls it. `version`
 * grows with every change that an admin makes and with every fill. `recent` lists the latest
 * changes, oldest first.
 */
export type CatalogueItem = z.output<typeof catalogueSchema>

/** The item is null in a new table. */
export function parseCatalogueItem(item: Item | null): CatalogueItem {
  return z.parse(catalogueSchema, item ?? {})
}

/**
 * The ids of the products that changed after `version`. Null when the item no longer lists all of
 * these changes.
 */
export function idsChangedAfter(catalogue: CatalogueItem, version: number) {
  const { recent, filledAtVersion } = catalogue
  const firstMissed = version + 1
  // If no change is listed yet, the next one will be the first.
  const firstListed = recent[0]?.version ?? catalogue.version + 1
  if (filledAtVersion >= firstMissed || firstListed > firstMissed) return null
  return recent.filter((change) => change.version > version).map(({ productsId }) => productsId)
}

/**
 * The write that records a change of a product. It is refused when the catalogue has changed since
 * `seen` was read, or is being filled.
 */
export function catalogueWrite(
  table: string,
  seen: CatalogueItem,
  productsId: string,
  now: Date,
): TransactItem {
  const version = seen.version + 1
  const recent = [...seen.recent, { version, productsId }].slice(-RECENT_CHANGES_MAX)
  const { condition, values } = unchangedSince(seen, now)
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
 * process that begins to fill the catalogue sets `fillingUntil`. After that time, the process has
 * probably died, and another one may fill the catalogue.
 */
export function unchangedSince({ version }: CatalogueItem, now: Date) {
  const noFill = '(attribute_not_exists(fillingUntil) OR fillingUntil <= :now)'
  const time = now.toISOString()
  return version === 0
    ? { condition: `attribute_not_exists(version) AND ${noFill}`, values: { ':now': time } }
    : { condition: `version = :seen AND ${noFill}`, values: { ':now': time, ':seen': version } }
}
