import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'

export const CATALOGUE_KEY = { pk: 'catalogue', sk: 'catalogue' }

/** Whoever has fallen further behind reads the whole catalogue again. */
const RECENT_MAX = 25

/**
 * Counts every change that administrators make, and says what the last ones were: every process looks here
 * to see whether what it remembers still holds.
 */
export type CatalogueItem = {
  version: number
  recent: readonly { version: number; productsId: string }[]
  /** The version since which nothing remembered from before is of use. */
  wholeSince: number
}

export function toCatalogue(item: Item | null): CatalogueItem {
  const { version = 0, recent = [], wholeSince = 0 } = (item ?? {}) as Partial<CatalogueItem>
  return { version, recent, wholeSince }
}

/** Ids of what changed after `version`; null when that is not known any more. */
export function changedAfter({ version, recent, wholeSince }: CatalogueItem, known: number) {
  const oldest = recent[0]?.version ?? version + 1
  if (wholeSince > known || oldest > known + 1) return null
  return recent.filter((change) => change.version > known).map(({ productsId }) => productsId)
}

/** Refused when the catalogue has changed since it was seen, or is being filled. */
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
        ConditionExpression: `${isVersion(seen)} AND ${IS_NOT_FILLED}`,
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

/** Whoever fills it and dies loses the right to after a while. */
export const IS_NOT_FILLED = '(attribute_not_exists(fillingUntil) OR fillingUntil <= :now)'

/** Refused when anything that is offered has changed since. */
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
