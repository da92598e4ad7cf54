import { onePerFamily } from '@nashta/contracts/catalogue/one-per-family'
import type { Product } from '@nashta/contracts/catalogue/product'
import { useEffect, useState } from 'react'
import { filterList, loadCatalogueCalls } from '../../data/product-queries.ts'

const SUGGESTIONS_MAX = 6
/** Several packs of a snack are one suggestion. */
const FETCHED_MAX = 18

export type Found = {
  /** What was searched. While the shopper goes on typing, this is the text before. */
  text: string
  products: readonly Product[]
  total: number
  /** Whether the store could not be asked. The products are then from the saved list. */
  isOffline: boolean
}

/** What this visit has found, by text. */
const known = new Map<string, Found>()

/** The snacks that the text finds; null before the first answer. One request is under way at most. */
export function useFound(text: string): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (text === '') return undefined
    const abort = new AbortController()
    async function show() {
      const next = await find(text, abort.signal)
      if (next) setFound(next)
    }
    void show()
    return () => abort.abort()
  }, [text])
  return found
}

/** Null when the shopper has typed on. */
async function find(text: string, signal: AbortSignal): Promise<Found | null> {
  const before = known.get(text)
  if (before) return before
  try {
    const { findPage } = await loadCatalogueCalls()
    const { items, total } = await findPage({ search: text, limit: FETCHED_MAX }, signal)
    const found = { text, products: suggested(items), total, isOffline: false }
    known.set(text, found)
    return found
  } catch {
    return signal.aborted ? null : findInSavedList(text)
  }
}

async function findInSavedList(text: string): Promise<Found> {
  const calls = await import('../../data/catalogue-calls.ts').catch(() => null)
  const saved = calls?.productCache.read()?.products ?? []
  const products = filterList(saved, { search: text }) ?? []
  return { text, products: suggested(products), total: products.length, isOffline: true }
}

function suggested(products: readonly Product[]) {
  return onePerFamily(products, []).slice(0, SUGGESTIONS_MAX)
}
