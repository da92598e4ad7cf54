import type { Documents } from '@nashta/documents/documents'
import type { AddressBook } from './address-book.ts'

export interface AddressStore {
  /** The book is empty for a shopper who has saved no address. */
  read(userId: string): Promise<AddressBook>

  /**
   * Stores the address book that the pure `change` returns, atomically. Nothing is written when
   * `change` returns its argument or throws.
   */
  update(userId: string, change: (book: AddressBook) => AddressBook): Promise<AddressBook>

  erase(userId: string): Promise<void>
}

export function createAddressStore(documents: Documents): AddressStore {
  const find = (userId: string) => documents.get<{ addresses: AddressBook }>(bookKey(userId))

  return {
    read: async (userId) => (await find(userId))?.body.addresses ?? [],
    update: (userId, change) =>
      documents.retryConflicts(async () => {
        const seen = await find(userId)
        const before = seen?.body.addresses ?? []
        const addresses = change(before)
        if (addresses !== before)
          await documents.commit([{ put: { key: bookKey(userId), body: { addresses } }, seen }])
        return addresses
      }),
    erase: (userId) => documents.erase([bookKey(userId)]),
  }
}

function bookKey(userId: string) {
  return { pk: `addresses#${userId}`, sk: 'addresses' }
}
