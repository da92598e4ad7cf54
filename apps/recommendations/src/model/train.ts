import type { CatalogueItem } from './catalogue-item.ts'
import { chooseBlend } from './choose-blend.ts'
import { learnEase } from './ease.ts'
import { createGram, wants } from './gram.ts'
import { habitsOf } from './habits.ts'
import { createHistories } from './histories.ts'
import type { Interaction } from './interaction.ts'
import type { Model, ModelSettings } from './model.ts'
import { countTaken, daysBefore } from './popularity.ts'

/** With more the inverse would take minutes. */
const HEAD_SIZE = 3000

export type TrainingSetting = { catalogue: readonly CatalogueItem[]; now: number; settings?: ModelSettings }
export type TrainingInput = TrainingSetting & { interactions: Iterable<Interaction> }

/** The same model for the same input, in whatever order it comes. */
export function train({ interactions, ...setting }: TrainingInput): Model {
  const training = beginTraining(setting)
  for (const interaction of interactions) training.add(interaction)
  return training.learn()
}

/** For interactions that come little by little: of each is kept no more than training needs. */
export function beginTraining({ catalogue, now, settings = {} }: TrainingSetting) {
  const productIds = [...new Set(catalogue.map(({ productId }) => productId))].toSorted()
  const indexOf = new Map(productIds.map((productId, index) => [productId, index]))
  const { add, gathered } = createHistories(indexOf)

  function learn(): Model {
    const histories = gathered()
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

  return { add, learn }
}
