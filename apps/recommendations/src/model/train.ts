import type { CatalogueItem } from './catalogue-item.ts'
import { chooseBlend } from './choose-blend.ts'
import { learnEase } from './ease.ts'
import { createGram, wants } from './gram.ts'
import { habitsOf } from './habits.ts'
import { gatherHistories } from './histories.ts'
import type { Interaction } from './interaction.ts'
import type { Model, ModelSettings } from './model.ts'
import { countTaken, daysBefore } from './popularity.ts'

/** With more the inverse would take minutes. */
const HEAD_SIZE = 3000

export type TrainingInput = {
  interactions: Iterable<Interaction>
  catalogue: readonly CatalogueItem[]
  now: number
  settings?: ModelSettings
}

/** The same model for the same input, in whatever order it comes. */
export function train({ interactions, catalogue, now, settings = {} }: TrainingInput): Model {
  const productIds = [...new Set(catalogue.map(({ productId }) => productId))].toSorted()
  const indexOf = new Map(productIds.map((productId, index) => [productId, index]))
  const histories = gatherHistories(interactions, indexOf)
  const itemCount = productIds.length
  const habits = habitsOf(histories, itemCount)
  const blend = chooseBlend({ histories, itemCount, now, habits }, settings)
  const gram = createGram(wants(histories, itemCount))
  return {
    trainedAt: now,
    shopperCount: histories.starts.length - 1,
    interactionCount: histories.items.length,
    repeatShare: habits.repeatShare,
    blend,
    productIds,
    counts: countTaken(histories, itemCount, Number.NEGATIVE_INFINITY, Infinity),
    popularity: countTaken(histories, itemCount, daysBefore(now, blend.popularityDays), Infinity),
    habits: habits.byItem,
    weights: learnEase(gram, { ridge: blend.ridge, headSize: HEAD_SIZE, hasTail: blend.hasTail }),
  }
}
