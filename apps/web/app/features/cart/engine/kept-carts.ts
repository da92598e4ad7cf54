import { readRecord, writeRecord } from '@nashta/browser/storage/storage-record'
import { CART_INTENT_KEY, GUEST_CART_KEY, userCartKey } from '../../../data/storage-keys.ts'
import {
  type CartIntent,
  cartIntentRecord,
  type GuestCart,
  guestCartRecord,
  type UserCart,
  userCartRecord,
} from '../../../data/storage-records.ts'
import { withoutOldCopy } from './guest-cart.ts'
import type { Shelf } from './shelf.ts'

/** `local` is there for all tabs and days; `session` for this tab, until it is closed. */
export type Shelves = { local: Shelf; session: Shelf }

export type KeptCarts = ReturnType<typeof createKeptCarts>

/** The cart's records in the browser. What cannot be read is as good as absent. */
export function createKeptCarts({ local, session }: Shelves, now: () => Date) {
  function readGuestOn(shelf: Shelf): GuestCart | null {
    const guest = readRecord(guestCartRecord, shelf.getItem(GUEST_CART_KEY))
    return guest && withoutOldCopy(guest, now())
  }

  return {
    /** The one that this tab shows. */
    readGuest: () => readGuestOn(session) ?? readGuestOn(local),
    readGuests: () => [session, local].map(readGuestOn).filter((guest) => guest !== null),
    writeGuest(guest: GuestCart) {
      writeGuestOn(readGuestOn(session) ? session : local, guest)
    },
    writeCopy(guest: GuestCart, { remembered }: { remembered: boolean }) {
      writeGuestOn(remembered ? local : session, guest)
    },
    clearGuests() {
      for (const shelf of [session, local]) shelf.removeItem(GUEST_CART_KEY)
    },

    readUser: (sub: string): UserCart | null =>
      readRecord(userCartRecord(sub), local.getItem(userCartKey(sub))),
    writeUser(sub: string, cart: UserCart) {
      local.setItem(userCartKey(sub), writeRecord(userCartRecord(sub), cart))
    },
    clearUser(sub: string) {
      local.removeItem(userCartKey(sub))
    },

    writeIntent(intent: CartIntent) {
      session.setItem(CART_INTENT_KEY, writeRecord(cartIntentRecord, intent))
    },
    readIntent(): CartIntent | null {
      const intent = readRecord(cartIntentRecord, session.getItem(CART_INTENT_KEY))
      return intent && now().getTime() < intent.expiresAt ? intent : null
    },
    clearIntent() {
      session.removeItem(CART_INTENT_KEY)
    },
  }
}

function writeGuestOn(shelf: Shelf, guest: GuestCart) {
  shelf.setItem(GUEST_CART_KEY, writeRecord(guestCartRecord, guest))
}
