import type { Product } from '@nashta/contracts/catalogue/product'
import { useEffect, useState } from 'react'
import type { PageQuery } from '../../data/products/fetch-products.ts'
import { filterList, loadCatalogueCalls } from '../../data/products/product-queries.ts'

const SUGGESTIONS_MAX = 6

export type Found = {
  /** What was searched. While the shopper goes on typing, this is the text before. */
  text: string
  products: readonly Product[]
  total: number
  /** Searches like this one, when it finds nothing. */
  corrections: readonly string[]
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
    const { items, total, nearest } = await findPage(queryOf(text), signal)
    const found = { text, products: items, total, corrections: nearest?.searches ?? [], isOffline: false }
    known.set(text, found)
    return found
  } catch {
    return signal.aborted ? null : findInSavedList(text)
  }
}

async function findInSavedList(text: string): Promise<Found> {
  const calls = await import('../../data/products/catalogue-calls.ts').catch(() => null)
  const saved = calls?.productCache.read()?.products ?? []
  const products = filterList(saved, queryOf(text)) ?? []
  return { text, products, total: products.length, corrections: [], isOffline: true }
}

/** Several packs of a snack are one suggestion. */
function queryOf(search: string): PageQuery {
  return { search, families: 'true', limit: SUGGESTIONS_MAX }
}
