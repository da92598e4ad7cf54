import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { parsePincode } from '@nashta/contracts/delivery/delivery-fee'
import type { Pincode } from '@nashta/contracts/delivery/pincode'
import { useEffect, useSyncExternalStore } from 'react'
import type { FetchPincode } from './fetch-pincode.ts'
import { PINCODE_KEY } from './storage-keys.ts'

/** Terms of delivery that are older than this are fetched again when a part of the page shows them. */
const MAX_AGE_MS = 60_000

export type KnownDelivery = {
  pincode: string
  /** The terms of delivery there; null until they are loaded. */
  details: Pincode | null
  /** `missing` when the store knows no such pincode, `failed` when it could not be reached; null without a problem. */
  problem: 'loading' | 'missing' | 'failed' | null
}

type Deps = {
  fetchPincode: FetchPincode
  storage: Pick<ReturnType<typeof browserStorage>, 'getItem' | 'setItem' | 'removeItem'>
  now: () => number
}

/**
 * The pincode that the shopper last used in this tab, and the terms of delivery there. Only the pincode is stored: no
 * address, and nothing after the tab is closed.
 */
export function createKnownDelivery({ fetchPincode, storage, now }: Deps) {
  let current: KnownDelivery | null | undefined
  let fetchedAt = Number.NEGATIVE_INFINITY
  const listeners = new Set<() => void>()

  function set(next: KnownDelivery | null) {
    current = next
    for (const listener of listeners) listener()
  }

  function read(): KnownDelivery | null {
    if (current === undefined) {
      const pincode = parsePincode(storage.getItem(PINCODE_KEY) ?? '')
      current = pincode === null ? null : { pincode, details: null, problem: 'loading' }
    }
    return current
  }

  async function load(pincode: string) {
    fetchedAt = now()
    try {
      const details = await fetchPincode(pincode)
      if (read()?.pincode === pincode) set({ pincode, details, problem: null })
    } catch (error) {
      const isMissing = isShopError(error) && error.status === 404
      const known = read()
      if (known?.pincode !== pincode) return
      // A pincode that does not exist is not used on the next page.
      if (isMissing) storage.removeItem(PINCODE_KEY)
      set(isMissing ? { pincode, details: null, problem: 'missing' } : { ...known, problem: 'failed' })
    }
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    /** Uses this pincode from now on. */
    async check(pincode: string) {
      const known = read()
      const isRecent = now() - fetchedAt < MAX_AGE_MS
      if (known?.pincode === pincode && known.problem === null && isRecent) return
      storage.setItem(PINCODE_KEY, pincode)
      set({ pincode, details: null, problem: 'loading' })
      await load(pincode)
    },
    /** Fetches the terms if they are not loaded yet or are older than `maxAgeMs`. */
    async refresh(maxAgeMs = MAX_AGE_MS) {
      const known = read()
      if (known && known.problem !== 'missing' && now() - fetchedAt >= maxAgeMs) await load(known.pincode)
    },
  }
}

export const knownDelivery = createKnownDelivery({
  // Loaded with the first pincode, because the cart's code needs no schema otherwise.
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

/** Makes this the known pincode, so that other pages show the terms of delivery there. */
export function rememberPincode(text: string) {
  const pincode = parsePincode(text)
  if (pincode !== null) void knownDelivery.check(pincode)
}
