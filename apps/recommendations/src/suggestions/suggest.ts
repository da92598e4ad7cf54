import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import type { Reason, Recommendation } from '@nashta/contracts/recommendations/recommendation'
import type { EventStore, Shopper } from '../events/event-store.ts'
import { recommend } from '../model/recommend.ts'
import type { Interaction } from '../model/training-data.ts'
import type { Trainer, Window } from '../training/start-trainer.ts'
import type { Remembered } from './remembered.ts'

const DAY_LENGTH = 'yyyy-mm-dd'.length

const GUEST: Shopper = { history: [], cart: new Set() }

export type SuggestDeps = {
  events: EventStore
  trainer: Pick<Trainer, 'window'>
  remembered: Remembered<Suggestions>
  now: () => Date
}

export type Suggestions = { recommendations: Recommendation[]; reasons: Record<string, Reason> }

/** The same list for the same shopper until they do something, the catalogue changes, or the day does. */
export async function suggest(deps: SuggestDeps, userId: string, limit: number): Promise<Suggestions> {
  const window = await deps.trainer.window()
  const day = deps.now().toISOString().slice(0, DAY_LENGTH)
  const known = deps.remembered.get(userId, { window, day, limit })
  if (known) return known

  const shopper = userId === GUEST_RECOMMENDATIONS_USER_ID ? GUEST : await deps.events.find(userId)
  const suggestions = suggestTo(window, shopper, { limit, seed: `${userId} ${day}` })
  deps.remembered.set(userId, { window, day, limit }, suggestions)
  return suggestions
}

function suggestTo(
  { served, products }: Window,
  { history, cart }: Shopper,
  ask: { limit: number; seed: string },
): Suggestions {
  const suggestions: Suggestions = { recommendations: [], reasons: {} }
  for (const { productId, because } of recommend(served, { history, exclude: cart, ...ask })) {
    const product = products.get(productId)
    if (!product) continue
    const { name, price, description, imageUrl } = product
    suggestions.recommendations.push({ product_id: productId, name, price, description, image_url: imageUrl })
    const cause = because === null ? undefined : products.get(because)
    if (cause) suggestions.reasons[productId] = reasonFor(productId, cause.productId, cause.name, history)
  }
  return suggestions
}

/** Honest: what was only looked at was not bought. */
function reasonFor(productId: string, cause: string, name: string, history: readonly Interaction[]): Reason {
  const wasBought = history.some((done) => done.productId === cause && done.kind === 'purchase')
  if (cause === productId) return { kind: 'again', name }
  return { kind: wasBought ? 'bought' : 'looked', name }
}
