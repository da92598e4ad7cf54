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

/**
 * The last suggestions for each user id, with the values that they were made from. New events of a
 * shopper evict the shopper's entry.
 */
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
  /** Null if several processes add events: one process cannot evict the entries of another. */
  cache: SuggestionCache | null
  now: () => Date
}

/**
 * Suggests products to a shopper or to guests. The list stays the same until the shopper's events,
 * the catalogue, the model or the day changes.
 */
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
  const suggestions = makeSuggestions(snapshot, shopper, { limit, seed: `${userId} ${day}` })
  cache?.set(userId, { snapshot, day, limit, suggestions })
  return suggestions
}

/**
 * Suggests what goes well with a basket. It reads only the basket, so shoppers and guests with the
 * same basket get the same suggestions.
 */
export async function suggestForBasket(
  { trainer, now }: Pick<SuggestDeps, 'trainer' | 'now'>,
  basket: readonly string[],
  limit: number,
): Promise<Suggestions> {
  const at = now().getTime()
  const history = basket.map((productId): Interaction => {
    return { userId: '', productId, kind: 'cart', quantity: 1, at, eventId: 'basket' }
  })
  const day = now().toISOString().slice(0, DAY_LENGTH)
  const shopper = { history, cart: new Set(basket) }
  return makeSuggestions(await trainer.snapshot(), shopper, { limit, seed: `${basket.join(',')} ${day}` })
}

function makeSuggestions(
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

/**
 * The reason for a suggestion. `source` is the product in the shopper's history that led to the
 * suggestion.
 * - `again`: `source` is the suggested product, and the shopper bought `source` before
 * - null: `source` is the suggested product, but the shopper never bought `source`
 * - `bought`: `source` is another product, and the shopper bought `source`
 * - `looked`: `source` is another product, which the shopper only viewed or put into the cart
 */
function reasonFor(productId: string, source: ShopProduct, history: readonly Interaction[]): Reason | null {
  const { productId: sourceId, name } = source
  const wasBought = history.some((row) => row.productId === sourceId && row.kind === 'purchase')
  if (sourceId === productId) return wasBought ? { kind: 'again', name } : null
  return { kind: wasBought ? 'bought' : 'looked', name }
}
