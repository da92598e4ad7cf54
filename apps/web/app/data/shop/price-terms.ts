import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { isRefused, storeMessageOf } from '@nashta/contracts/api/shop-error'
import type { PriceTerms } from '@nashta/contracts/offers/price-terms'
import { normaliseCode, OFFER_CODE_MAX_LENGTH } from '@nashta/contracts/pricing/offer'
import { useEffect, useSyncExternalStore } from 'react'
import { OFFER_CODE_KEY } from '../storage/storage-keys.ts'
import type { FetchPriceTerms } from './fetch-price-terms.ts'

/** Terms older than this are fetched again when a component shows a price. */
const MAX_AGE_MS = 60_000

export const CODE_UNCHECKED = 'The code could not be checked. Please try again.'

/** What the price of the cart depends on, besides its products and the address. */
export type KnownPriceTerms = {
  /** The code that the shopper has entered; empty without one. */
  code: string
  /** Null until the first reply. */
  terms: PriceTerms | null
  /** Why the last entered code was not taken or not checked; empty if all is well. */
  problem: string
  isLoading: boolean
}

const UNKNOWN_TERMS: KnownPriceTerms = { code: '', terms: null, problem: '', isLoading: false }

type Deps = {
  fetchPriceTerms: FetchPriceTerms
  storage: Pick<ReturnType<typeof browserStorage>, 'getItem' | 'setItem' | 'removeItem'>
  now: () => number
}

/** Whose cart it is, and its products. Another shopper may not use the same offers. */
export type PricedCart = { owner: string; productIds: readonly string[] }

/**
 * The code in the cart, and the offers and tax rates that the price of the cart depends on. The code
 * is stored until it is removed, ordered with, or refused, so it survives a sign-in.
 */
export function createPriceTerms({ fetchPriceTerms, storage, now }: Deps) {
  /** Undefined until the stored code has been read. */
  let current: KnownPriceTerms | undefined
  let cart: PricedCart = { owner: '', productIds: [] }
  /** The key of the last request, and when it was sent. */
  let last = { key: '', at: Number.NEGATIVE_INFINITY }
  const listeners = new Set<() => void>()

  function set(next: KnownPriceTerms) {
    current = next
    for (const listener of listeners) listener()
  }

  function read(): KnownPriceTerms {
    current ??= { ...UNKNOWN_TERMS, code: storedCode() }
    return current
  }

  function storedCode() {
    return normaliseCode(storage.getItem(OFFER_CODE_KEY) ?? '').slice(0, OFFER_CODE_MAX_LENGTH)
  }

  async function load() {
    const { code } = read()
    const { productIds } = cart
    const key = requestKey(cart, code)
    last = { key, at: now() }
    set({ ...read(), isLoading: true })
    // The reply is ignored if the cart or the code has changed meanwhile.
    const isCurrent = () => last.key === key
    try {
      const terms = await fetchPriceTerms({ productIds, ...(code !== '' && { code }) })
      if (!isCurrent()) return
      if (terms.codeRefusal === undefined)
        set({ ...read(), terms, isLoading: false, ...(code !== '' && { problem: '' }) })
      else dropCode(terms.codeRefusal, terms)
    } catch (error) {
      if (!isCurrent()) return
      // A failed request is not recent: the next call repeats it.
      last.at = Number.NEGATIVE_INFINITY
      // After too many wrong codes, the store refuses every code. The other offers are fetched without it.
      if (code !== '' && isRefused(error)) {
        dropCode(storeMessageOf(error, CODE_UNCHECKED), read().terms)
        await load()
      } else set({ ...read(), isLoading: false, problem: code === '' ? '' : CODE_UNCHECKED })
    }
  }

  function dropCode(problem: string, terms: PriceTerms | null) {
    storage.removeItem(OFFER_CODE_KEY)
    last.key = requestKey(cart, '')
    set({ code: '', terms, problem, isLoading: false })
  }

  async function chooseCode(text: string) {
    const code = normaliseCode(text.slice(0, OFFER_CODE_MAX_LENGTH))
    if (code === '') storage.removeItem(OFFER_CODE_KEY)
    else storage.setItem(OFFER_CODE_KEY, code)
    set({ ...read(), code, problem: '' })
    if (last.key !== requestKey(cart, code)) await load()
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    /** Makes this the code of the cart, and fetches what it does. An empty text removes the code. */
    chooseCode,
    /** Fetches the terms for this cart, unless they are known and recent. */
    async loadFor(shown: PricedCart) {
      cart = shown
      // Another tab may have entered a code.
      const code = storedCode()
      if (code !== read().code) set({ ...read(), code, problem: '' })
      const isRecent = now() - last.at < MAX_AGE_MS
      if (!isRecent || last.key !== requestKey(cart, code)) await load()
    },
    /** Fetches the terms again. */
    refresh: load,
  }
}

/** Equal for requests that get the same terms. */
function requestKey({ owner, productIds }: PricedCart, code: string) {
  return JSON.stringify([owner, code, productIds])
}

export const priceTerms = createPriceTerms({
  // The module is loaded with the first call, because it needs zod.
  fetchPriceTerms: async (asked) => (await import('./fetch-price-terms.ts')).fetchPriceTerms(asked),
  storage: browserStorage('localStorage'),
  now: () => Date.now(),
})

export function useKnownPriceTerms(): KnownPriceTerms {
  return useSyncExternalStore(priceTerms.subscribe, priceTerms.read, () => UNKNOWN_TERMS)
}

type ShownCart = { owner: string; items: readonly { productId: string }[] }

/** The terms for this cart. They are fetched while the cart is shown. */
export function usePriceTerms({ owner, items }: ShownCart, isShown: boolean): KnownPriceTerms {
  // A text, because a new array at each render would run the effect again.
  const ids = JSON.stringify(items.map(({ productId }) => productId).toSorted())
  useEffect(() => {
    const productIds: string[] = JSON.parse(ids)
    if (isShown && productIds.length > 0) void priceTerms.loadFor({ owner, productIds })
  }, [owner, ids, isShown])
  return useKnownPriceTerms()
}
