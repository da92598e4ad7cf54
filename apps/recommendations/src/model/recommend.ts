import { arrange, type ArrangedList } from './arrange.ts'
import { valueAt } from './numerics/sparse-matrix.ts'
import { type ScoreRequest, type Scores, scoreProducts } from './score.ts'
import { weightOf } from './weights.ts'
import type { ServedModel } from './with-catalogue.ts'

export type ChosenProduct = {
  productId: string
  /**
   * The product of the history that is the main reason for the suggestion; null without a main
   * reason. Equal to `productId` if the shopper is suggested the same product again.
   */
  sourceId: string | null
}

export type RecommendRequest = ScoreRequest & {
  limit: number
  /** The same seed gives the same list. */
  seed: string
}

/** Recommends `limit` products. The list is shorter only if fewer products may be suggested. */
export function recommend(servedModel: ServedModel, request: RecommendRequest): ChosenProduct[] {
  const scored = scoreProducts(servedModel, request)
  const list = arrange(servedModel, scored, request.limit, request.seed)
  return list.items.map((item) => {
    const source = findMainSource(item, servedModel, scored, list)
    return {
      productId: servedModel.productIds[item]!,
      sourceId: source === null ? null : servedModel.productIds[source]!,
    }
  })
}

/**
 * Finds the product of the history that contributed most to the score of a suggested product.
 * Returns null if even the largest contribution is too small to be the reason for the suggestion.
 */
function findMainSource(
  item: number,
  servedModel: ServedModel,
  scored: Scores,
  list: ArrangedList,
): number | null {
  const { preferences, scores } = scored
  let [source, largest]: [number | null, number] = [null, 0]
  for (let index = 0; index < preferences.items.length; index++) {
    const part = contribution(servedModel, scored, index, item)
    if (part > largest) [source, largest] = [preferences.items[index]!, part]
  }
  const score = scores[item]!
  // A product of the last resort has the score −∞.
  const isAtLeastHalf = largest >= score / 2
  // Without the contribution, the product would score less than a product that was left out.
  const isNeededForList = score - largest < list.leftOutScore
  return isAtLeastHalf || isNeededForList ? source : null
}

/**
 * How much the preferred product at `index` adds to the score of the product `item`. The two may be
 * the same product.
 */
function contribution(
  servedModel: ServedModel,
  { preferences, repeats, factors }: Scores,
  index: number,
  item: number,
) {
  const source = preferences.items[index]!
  const repeat = source === item ? factors.repeat * repeats[index]! : 0
  const collaborative = factors.collaborative * weightOf(servedModel.model.weights, source, item)
  const content = factors.content * valueAt(servedModel.contentWeights, source, item)
  return repeat + preferences.strengths[index]! * (collaborative + content)
}
