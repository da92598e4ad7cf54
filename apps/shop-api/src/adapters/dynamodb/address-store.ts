import { type Item, readItem } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import type { AddressBook } from '../../addresses/address-book.ts'
import type { AddressStore } from '../../addresses/address-store.ts'
import { SCHEMA, type ShopTables } from './tables.ts'
import { withRetries } from './with-retries.ts'

/** `version` counts the writes. */
type StoredBook = { addresses: AddressBook; version: number }

export function createDynamoAddressStore({ client, tables }: ShopTables): AddressStore {
  // The purchases table also holds address books: docs/decisions/014-dynamodb-tables.md.
  const table = tables.purchases
  const readStored = (userId: string) => readItem<StoredBook>(client, table, bookKey(userId))

  return {
    read: async (userId) => (await readStored(userId))?.addresses ?? [],
    update: (userId, change) =>
      withRetries(async () => {
        const stored = await readStored(userId)
        const before = stored?.addresses ?? []
        const addresses = change(before)
        if (addresses === before) return before
        const put = {
          TableName: table,
          Item: bookItem(userId, { addresses, version: (stored?.version ?? 0) + 1 }),
          ...unchangedSince(stored),
        }
        // The put is sent as a transaction, because DynamoDB runs a repeated transaction once. The
        // SDK repeats a request whose response was lost. A repeated plain put would be refused: the
        // first put has changed the item, so the condition no longer holds.
        await transact(client, [{ name: 'addresses', write: { Put: put } }])
        return addresses
      }),
    erase: (userId) => writeItems(client, table, [{ delete: bookKey(userId) }]),
  }
}

function bookKey(userId: string) {
  return { pk: `addresses#${userId}`, sk: 'addresses' }
}

export function bookItem(userId: string, stored: StoredBook): Item {
  return { ...bookKey(userId), ...stored, schema: SCHEMA }
}

/**
 * The condition that the address book has not changed since it was read. `stored` is null when
 * there was no address book.
 */
function unchangedSince(stored: StoredBook | null) {
  return stored
    ? {
        ConditionExpression: 'version = :seen',
        ExpressionAttributeValues: { ':seen': stored.version },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
}
