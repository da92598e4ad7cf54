import type { BrowserStorage } from '@nashta/browser/storage/browser-storage'
import { parseRecord, serialiseRecord } from '@nashta/browser/storage/storage-record'
import {
  type CartIntent,
  cartIntentRecord,
  type GuestCart,
  guestCartRecord,
  type UserCart,
  userCartRecord,
} from '../../../data/storage/storage-records.ts'
import { withoutExpiredCopiedUnits } from './guest-cart.ts'

export type CartStorage = ReturnType<typeof createCartStorage>

export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `local` is shared by all tabs and lasts; `session` belongs to this tab and ends with it. */
export type StorageAreas = { local: StorageArea; session: StorageArea }

/** The cart's records in browser storage. A record that cannot be read counts as absent. */
export function createCartStorage({ local, session }: StorageAreas, now: () => Date) {
  function readGuestCartIn(area: StorageArea): GuestCart | null {
    const guest = parseRecord(guestCartRecord, area.getItem(guestCartRecord.key))
    return guest && withoutExpiredCopiedUnits(guest, now())
  }

  return {
    /** The guest cart that this tab shows. */
    readGuestCart: () => readGuestCartIn(session) ?? readGuestCartIn(local),
    /** The guest cart of this tab and the one that all tabs share, as far as they exist. */
    readGuestCarts: () => [session, local].map(readGuestCartIn).filter((guest) => guest !== null),
    /** Replaces the guest cart that this tab shows. */
    writeGuestCart(guest: GuestCart) {
      writeGuestCartIn(readGuestCartIn(session) ? session : local, guest)
    },
    /**
     * Writes the guest cart that was copied from the shopper's cart at sign-out. Without “Remember
     * me”, the copy is removed when the tab is closed.
     */
    writeGuestCopy(guest: GuestCart, { rememberMe }: { rememberMe: boolean }) {
      writeGuestCartIn(rememberMe ? local : session, guest)
    },
    removeGuestCarts() {
      for (const area of [session, local]) area.removeItem(guestCartRecord.key)
    },

    readUserCart: (sub: string): UserCart | null =>
      parseRecord(userCartRecord(sub), local.getItem(userCartRecord(sub).key)),
    writeUserCart(sub: string, cart: UserCart) {
      local.setItem(userCartRecord(sub).key, serialiseRecord(userCartRecord(sub), cart))
    },
    removeUserCart(sub: string) {
      local.removeItem(userCartRecord(sub).key)
    },

    writeIntent(intent: CartIntent) {
      session.setItem(cartIntentRecord.key, serialiseRecord(cartIntentRecord, intent))
    },
    readIntent(): CartIntent | null {
      const intent = parseRecord(cartIntentRecord, session.getItem(cartIntentRecord.key))
      return intent && now().getTime() < intent.expiresAt ? intent : null
    },
    removeIntent() {
      session.removeItem(cartIntentRecord.key)
    },
  }
}

function writeGuestCartIn(area: StorageArea, guest: GuestCart) {
  area.setItem(guestCartRecord.key, serialiseRecord(guestCartRecord, guest))
}

/** Where storage is full, forbidden or missing, records are held in memory while the page is open. */
export function withMemoryFallback(storage: BrowserStorage): StorageArea {
  const memory = new Map<string, string>()

  return {
    getItem: (key) => memory.get(key) ?? storage.getItem(key),
    setItem(key, value) {
      const isStored = storage.setItem(key, value)
      if (isStored) memory.delete(key)
      else memory.set(key, value)
    },
    removeItem(key) {
      memory.delete(key)
      storage.removeItem(key)
    },
  }
}
