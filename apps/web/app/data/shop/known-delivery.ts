import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { parsePincode } from '@nashta/contracts/delivery/parse-pincode'
import type { Pincode } from '@nashta/contracts/delivery/pincode'
import { useEffect, useSyncExternalStore } from 'react'
import { PINCODE_KEY } from '../storage/storage-keys.ts'
import type { FetchPincode } from './fetch-pincode.ts'

/** Terms of delivery older than this are fetched again when a component shows them. */
const MAX_AGE_MS = 60_000

export type KnownDelivery = {
  pincode: string
  /**
   * The terms of delivery for the pincode; null while they are not known. When `status` is
   * `failed`, the terms may be from an earlier call.
   */
  details: Pincode | null
  /** `missing` when the store knows no such pincode, `failed` when the last call failed in another way. */
  status: 'loading' | 'loaded' | 'missing' | 'failed'
}

type Deps = {
  fetchPincode: FetchPincode
  storage: Pick<ReturnType<typeof browserStorage>, 'getItem' | 'setItem' | 'removeItem'>
  now: () => number
}

/**
 * The pincode that the shopper last used in this tab, and the terms of delivery there. Only the
 * pincode is stored, and only until the tab is closed.
 */
export function createKnownDelivery({ fetchPincode, storage, now }: Deps) {
  /** Null without a pincode; undefined until the stored pincode has been read. */
  let current: KnownDelivery | null | undefined
  /** When the last call began. A failed call counts too: `refresh` does not repeat it at once. */
  let lastCallAt = Number.NEGATIVE_INFINITY
  const listeners = new Set<() => void>()

  function set(next: KnownDelivery | null) {
    current = next
    for (const listener of listeners) listener()
  }

  function read(): KnownDelivery | null {
    if (current === undefined) {
      const pincode = parsePincode(storage.getItem(PINCODE_KEY) ?? '')
      current = pincode === null ? null : { pincode, details: null, status: 'loading' }
    }
    return current
  }

  async function load(pincode: string) {
    lastCallAt = now()
    // The reply is ignored if the shopper has chosen another pincode meanwhile.
    try {
      const details = await fetchPincode(pincode)
      if (read()?.pincode === pincode) set({ pincode, details, status: 'loaded' })
    } catch (error) {
      const isMissing = isShopError(error) && error.status === 404
      const known = read()
      if (known?.pincode !== pincode) return
      // After a reload, a pincode that does not exist must not be known any more.
      if (isMissing) storage.removeItem(PINCODE_KEY)
      set(isMissing ? { pincode, details: null, status: 'missing' } : { ...known, status: 'failed' })
    }
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    /** The pincode to fill in at checkout. Empty without a pincode, or if it does not exist. */
    readExistingPincode: () => {
      const known = read()
      return known === null || known.status === 'missing' ? '' : known.pincode
    },
    /** Makes this the known pincode, and fetches its terms of delivery unless they are recent. */
    async choosePincode(pincode: string) {
      const known = read()
      const isRecent = now() - lastCallAt < MAX_AGE_MS
      if (known?.pincode === pincode && known.status === 'loaded' && isRecent) return
      storage.setItem(PINCODE_KEY, pincode)
      set({ pincode, details: null, status: 'loading' })
      await load(pincode)
    },
    /** Fetches the terms of the known pincode, unless the last call was recent. */
    async refresh() {
      const known = read()
      const isRecent = now() - lastCallAt < MAX_AGE_MS
      if (known && known.status !== 'missing' && !isRecent) await load(known.pincode)
    },
  }
}

export const knownDelivery = createKnownDelivery({
  // The module is loaded with the first call, because it needs zod. The cart imports this file, and
  // must not load zod for shoppers who enter no pincode.
  fetchPincode: async (pincode) => (await import('./fetch-pincode.ts')).fetchPincode(pincode),
  storage: browserStorage('sessionStorage'),
  now: () => Date.now(),
})

/** Null until the page is hydrated, and while no pincode is known. */
export function useKnownDelivery(): KnownDelivery | null {
  const known = useSyncExternalStore(knownDelivery.subscribe, knownDelivery.read, () => null)
  useEffect(() => {
    void knownDelivery.refresh()
  }, [])
  return known
}

/** Makes this the known pincode, for all pages of the tab. Ignores a text that is no pincode. */
export function setKnownPincode(text: string) {
  const pincode = parsePincode(text)
  if (pincode !== null) void knownDelivery.choosePincode(pincode)
}
