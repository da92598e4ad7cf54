import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import * as z from 'zod/mini'

export const CATALOGUE_KEY = { pk: 'catalogue', sk: 'catalogue' }

/** A process that has missed more changes reloads the whole catalogue. */
const RECENT_MAX = 25

/**
 * Counts every change that admins make, and lists the last ones. Every process polls this item to learn which products
 * it must read again.
 */
export type CatalogueItem = z.output<typeof catalogueSchema>

const catalogueSchema = z.object({
  version: z._default(z.number(), 0),
  recent: z._default(z.array(z.object({ version: z.number(), productsId: z.string() })), []),
  /** The version of the last fill: a process that has seen only earlier versions reloads the whole catalogue. */
  wholeSince: z._default(z.number(), 0),
})

export function toCatalogue(item: Item | null): CatalogueItem {
  if (!item) return { version: 0, recent: [], wholeSince: 0 }
  return z.parse(catalogueSchema, item)
}

/** Ids of the products changed after version `known`; null when the item does not go back that far. */
export function changedAfter({ version, recent, wholeSince }: CatalogueItem, known: number) {
  const oldest = recent[0]?.version ?? version + 1
  if (wholeSince > known || oldest > known + 1) return null
  return recent.filter((change) => change.version > known).map(({ productsId }) => productsId)
}

/** Refused when the catalogue has changed since `seen` was read, or is being filled. */
export function catalogueWrite(
  table: string,
  seen: CatalogueItem,
  productsId: string,
  now: Date,
): TransactItem {
  const version = seen.version + 1
  const recent = [...seen.recent, { version, productsId }].slice(-RECENT_MAX)
  return {
    name: 'catalogue',
    write: {
      Update: {
        TableName: table,
        Key: CATALOGUE_KEY,
        UpdateExpression: 'SET version = :next, recent = :recent, wholeSince = :whole',
        ConditionExpression: `${isVersion(seen)} AND ${IS_NOT_FILLING}`,
        ExpressionAttributeValues: {
          ':next': version,
          ':recent': recent,
          ':whole': seen.wholeSince,
          ':now': now.toISOString(),
          ...(seen.version > 0 && { ':seen': seen.version }),
        },
      },
    },
  }
}

export function isVersion({ version }: CatalogueItem) {
  return version === 0 ? 'attribute_not_exists(version)' : 'version = :seen'
}

/** The claim of a process that died while filling expires. */
export const IS_NOT_FILLING = '(attribute_not_exists(fillingUntil) OR fillingUntil <= :now)'

/** Refused when an admin has changed any product since that version. */
export function catalogueCheck(table: string, version: number): TransactItem {
  return {
    name: 'catalogue',
    write: {
      ConditionCheck: {
        TableName: table,
        Key: CATALOGUE_KEY,
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': version },
      },
    },
  }
}
