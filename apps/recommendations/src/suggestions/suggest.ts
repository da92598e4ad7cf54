import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import type { Reason, Recommendation } from '@nashta/contracts/recommendations/recommendation'
import { LRUCache } from 'lru-cache'
import type { ShopProduct } from '../catalogue/load-catalogue.ts'
import type { EventStore, Shopper } from '../events/event-store.ts'
import { recommend } from '../model/recommend.ts'
import type { Interaction } from '../model/training-data.ts'
import type { Snapshot, Trainer } from '../training/start-trainer.ts'

const DAY_LENGTH = 'yyyy-mm-dd'.length
const CACHED_SHOPPERS_MAX = 10_000

const GUEST: Shopper = { history: [], cart: new Set() }

export type Suggestions = { recommendations: Recommendation[]; reasons: Record<string, Reason> }

/** The last suggestions by user id, with the values they were made from. New events of a shopper evict the entry. */
export type SuggestionCache = LRUCache<
  string,
  { snapshot: Snapshot; day: string; limit: number; suggestions: Suggestions }
>

export function createSuggestionCache(): SuggestionCache {
  return new LRUCache({ max: CACHED_SHOPPERS_MAX })
}

export type SuggestDeps = {
  events: EventStore
  trainer: Pick<Trainer, 'snapshot'>
  /** Null if other processes add events too: they could not evict entries of this process. */
  cache: SuggestionCache | null
  now: () => Date
}

/** The list stays the same until the shopper's events, the catalogue, the model or the day changes. */
export async function suggest(
  { events, trainer, cache, now }: SuggestDeps,
  userId: string,
  limit: number,
): Promise<Suggestions> {
  const snapshot = await trainer.snapshot()
  const day = now().toISOString().slice(0, DAY_LENGTH)
  const cached = cache?.get(userId)
  if (cached?.snapshot === snapshot && cached.day === day && cached.limit === limit) return cached.suggestions

  const shopper = userId === GUEST_RECOMMENDATIONS_USER_ID ? GUEST : await events.findShopper(userId)
  const suggestions = suggestTo(snapshot, shopper, { limit, seed: `${userId} ${day}` })
  cache?.set(userId, { snapshot, day, limit, suggestions })
  return suggestions
}

function suggestTo(
  { servedModel, products }: Snapshot,
  { history, cart }: Shopper,
  options: { limit: number; seed: string },
): Suggestions {
  const suggestions: Suggestions = { recommendations: [], reasons: {} }
  for (const { productId, sourceId } of recommend(servedModel, { history, exclude: cart, ...options })) {
    const product = products.get(productId)
    if (!product) continue
    const { name, price, description, imageUrl } = product
    suggestions.recommendations.push({ product_id: productId, name, price, description, image_url: imageUrl })
    const source = sourceId === null ? undefined : products.get(sourceId)
    const reason = source && reasonFor(productId, source, history)
    if (reason) suggestions.reasons[productId] = reason
  }
  return suggestions
}

/** `source` led to the suggestion and may be the same product. `looked`: it was viewed or put into the cart, not bought. */
function reasonFor(productId: string, source: ShopProduct, history: readonly Interaction[]): Reason | null {
  const { productId: sourceId, name } = source
  const wasBought = history.some((row) => row.productId === sourceId && row.kind === 'purchase')
  if (sourceId === productId) return wasBought ? { kind: 'again', name } : null
  return { kind: wasBought ? 'bought' : 'looked', name }
}
