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
