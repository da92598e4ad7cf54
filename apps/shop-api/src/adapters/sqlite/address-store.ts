import type { Database } from '@nashta/sqlite/database'
import type { AddressBook } from '../../addresses/address-book.ts'
import type { AddressStore } from '../../addresses/address-store.ts'

export const ADDRESSES_SQL = `
  CREATE TABLE addressBooks (userId TEXT PRIMARY KEY, addresses TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

export type AddressBookRow = { userId: string; addresses: string }

export function createSqliteAddressStore({ prepare, write }: Database): AddressStore {
  const select = prepare<AddressBookRow>('SELECT userId, addresses FROM addressBooks WHERE userId = ?')
  const upsert = prepare(`
    INSERT INTO addressBooks (userId, addresses) VALUES (?, ?)
    ON CONFLICT (userId) DO UPDATE SET addresses = excluded.addresses
  `)
  const remove = prepare('DELETE FROM addressBooks WHERE userId = ?')

  function read(userId: string): AddressBook {
    const row = select.get(userId)
    return row ? JSON.parse(row.addresses) : []
  }

  return {
    read: async (userId) => read(userId),
    update: (userId, change) =>
      write(() => {
        const before = read(userId)
        const after = change(before)
        if (after !== before) upsert.run(userId, JSON.stringify(after))
        return after
      }),
    erase: (userId) => write(() => void remove.run(userId)),
  }
}
