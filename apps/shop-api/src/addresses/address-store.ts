import type { AddressBook } from './address-book.ts'

export interface AddressStore {
  /** Empty for a shopper who has saved none. */
  read(userId: string): Promise<AddressBook>

  /**
   * Atomically: stores what the pure `change` makes of the book. The same object back writes nothing; when `change`
   * throws, nothing is written either.
   */
  update(userId: string, change: (book: AddressBook) => AddressBook): Promise<AddressBook>

  erase(userId: string): Promise<void>
}
