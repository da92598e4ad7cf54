import { arrange, type ArrangedList } from './arrange.ts'
import { valueAt } from './numerics/sparse-matrix.ts'
import { type ScoreRequest, type Scores, scoreProducts } from './score.ts'
import { weightOf } from './weights.ts'
import type { ServedModel } from './with-catalogue.ts'

export type ChosenProduct = {
  productId: string
  /** The product of the history that led to this one; the same product if it is suggested again. */
  sourceId: string | null
}

export type RecommendRequest = ScoreRequest & {
  limit: number
  /** The same seed gives the same list. */
  seed: string
}

/** At most `limit` products; fewer only when the catalogue has no more besides the excluded ones. */
export function recommend(servedModel: ServedModel, request: RecommendRequest): ChosenProduct[] {
  const scored = scoreProducts(servedModel, request)
  const list = arrange(servedModel, scored, request.limit, request.seed)
  return list.items.map((item) => {
    const source = mainSource(item, servedModel, scored, list)
    return {
      productId: servedModel.productIds[item]!,
      sourceId: source === null ? null : servedModel.productIds[source]!,
    }
  })
}

/**
 * The product of the history that contributed most to the score of a suggested product. Null if the suggestion would
 * also be in the list without that contribution, and the contribution is less than half of the score.
 */
function mainSource(
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
  // Without the contribution, a product that was left out would have a higher score.
  const isDecisive = score - largest < list.leftOutScore
  return isDecisive || largest >= score / 2 ? source : null
}

/** How much the preferred product at `index` adds to the score of a product, which may be itself. */
function contribution(
  servedModel: ServedModel,
  { preferences, repeats, scales }: Scores,
  index: number,
  item: number,
) {
  const source = preferences.items[index]!
  const repeat = source === item ? scales.repeat * repeats[index]! : 0
  const collaborative = scales.collaborative * weightOf(servedModel.model.weights, source, item)
  const content = scales.content * valueAt(servedModel.contentWeights, source, item)
  return repeat + preferences.strengths[index]! * (collaborative + content)
}
