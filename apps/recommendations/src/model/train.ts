import { chooseBlend } from './choose-blend.ts'
import { learnEase } from './ease.ts'
import { createGram, preferenceMatrix } from './gram.ts'
import { createHistories } from './histories.ts'
import type { Model, ModelSettings } from './model.ts'
import { countTaken, daysBefore } from './popularity.ts'
import { repurchaseRatesOf } from './repurchase-rates.ts'
import type { CatalogueItem } from './training-data.ts'
import type { Interaction } from './training-data.ts'

/** Inverting a larger matrix would take minutes. */
const HEAD_SIZE = 3000

export type TrainingSetting = { catalogue: readonly CatalogueItem[]; now: number; settings?: ModelSettings }
export type TrainingInput = TrainingSetting & { interactions: Iterable<Interaction> }

/** The result does not depend on the order of the interactions. */
export function train({ interactions, ...setting }: TrainingInput): Model {
  const training = beginTraining(setting)
  for (const interaction of interactions) training.add(interaction)
  return training.learn()
}

/** For interactions that arrive in pages. */
export function beginTraining({ catalogue, now, settings = {} }: TrainingSetting) {
  const productIds = [...new Set(catalogue.map(({ productId }) => productId))].toSorted()
  const indexOf = new Map(productIds.map((productId, index) => [productId, index]))
  const { add, build } = createHistories(indexOf)

  function learn(): Model {
    const histories = build()
    const itemCount = productIds.length
    const repurchaseRates = repurchaseRatesOf(histories, itemCount)
    const blend = chooseBlend({ histories, itemCount, now, repurchaseRates }, settings)
    const gram = createGram(preferenceMatrix(histories, itemCount))
    return {
      trainedAt: now,
      shopperCount: histories.starts.length - 1,
      interactionCount: histories.items.length,
      repeatShare: repurchaseRates.repeatShare,
      blend,
      productIds,
      counts: countTaken(histories, itemCount, Number.NEGATIVE_INFINITY, Infinity),
      popularity: countTaken(histories, itemCount, daysBefore(now, blend.popularityDays), Infinity),
      repurchaseRates: repurchaseRates.byItem,
      weights: learnEase(gram, { ridge: blend.ridge, headSize: HEAD_SIZE, hasTail: blend.hasTail }),
    }
  }

  return { add, learn }
}
