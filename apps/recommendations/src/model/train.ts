import { chooseBlend } from './blend/choose-blend.ts'
import { learnEase, splitHeadAndTail } from './ease/ease.ts'
import { createGram, preferenceMatrix } from './ease/gram.ts'
import { countShoppers, createHistoriesBuilder } from './histories.ts'
import type { Model, ModelSettings } from './model.ts'
import { countInteractions, daysBefore } from './popularity.ts'
import { repurchaseRatesOf } from './repurchase-rates.ts'
import type { ModelProduct, Interaction } from './training-data.ts'

/**
 * The number of products in the head: the products with the most shoppers, for which EASE is solved
 * exactly. With more products, that would take minutes.
 */
const HEAD_SIZE = 3000

export type TrainingOptions = { catalogue: readonly ModelProduct[]; now: number; settings?: ModelSettings }
export type TrainingInput = TrainingOptions & { interactions: Iterable<Interaction> }

/** Trains a model. The order of the interactions does not matter. */
export function train({ interactions, ...options }: TrainingInput): Model {
  const training = beginTraining(options)
  for (const interaction of interactions) training.add(interaction)
  return training.learn()
}

/**
 * Begins a training on interactions that are not all in memory. Call `add` with each interaction,
 * then `learn`.
 */
export function beginTraining({ catalogue, now, settings = {} }: TrainingOptions) {
  const productIds = [...new Set(catalogue.map(({ productId }) => productId))].toSorted()
  const indexById = new Map(productIds.map((productId, index) => [productId, index]))
  const { add, build } = createHistoriesBuilder(indexById)

  function learn(): Model {
    const histories = build()
    const itemCount = productIds.length
    const repurchaseRates = repurchaseRatesOf(histories, itemCount)
    const blend = chooseBlend({ histories, itemCount, now, repurchaseRates }, settings)
    const gram = createGram(preferenceMatrix(histories, itemCount))
    const headAndTail = splitHeadAndTail(gram, HEAD_SIZE)
    return {
      trainedAt: now,
      shopperCount: countShoppers(histories),
      interactionCount: histories.items.length,
      repeatShare: repurchaseRates.repeatShare,
      blend,
      productIds,
      counts: countInteractions(histories, itemCount, Number.NEGATIVE_INFINITY, Infinity),
      popularity: countInteractions(histories, itemCount, daysBefore(now, blend.popularityDays), Infinity),
      repurchaseRates: repurchaseRates.byItem,
      weights: learnEase(gram, headAndTail, { ridge: blend.ridge, usesTail: blend.hasTail }),
    }
  }

  return { add, learn }
}
