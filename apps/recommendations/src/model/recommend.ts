import { arrange, type Arranged } from './arrange.ts'
import { type ScoreRequest, type Scores, scoreProducts } from './score.ts'
import { valueAt } from './sparse-matrix.ts'
import { weightOf } from './weights.ts'
import type { ServedModel } from './with-catalogue.ts'

export type Recommendation = {
  productId: string
  /** The product of the shopper's history that explains this one; the product itself if it is suggested again. */
  because: string | null
}

export type RecommendRequest = ScoreRequest & {
  limit: number
  /** The same seed gives the same list. */
  seed: string
}

/** At most `limit` products; fewer only when the catalogue has no more besides the excluded ones. */
export function recommend(served: ServedModel, request: RecommendRequest): Recommendation[] {
  const scored = scoreProducts(served, request)
  const arranged = arrange(served, scored, request.limit, request.seed)
  return arranged.items.map((item) => {
    const because = explain(served, scored, item, arranged)
    return {
      productId: served.productIds[item]!,
      because: because === null ? null : served.productIds[because]!,
    }
  })
}

/**
 * The product of the history that contributed most to a suggestion, if the suggestion would have been left out
 * without it or if it makes up half of the score. Null where no single product did.
 */
function explain(
  served: ServedModel,
  scored: Scores,
  item: number,
  { leftOutScore }: Arranged,
): number | null {
  const { preferences, scores } = scored
  let [source, largest]: [number | null, number] = [null, 0]
  for (let place = 0; place < preferences.items.length; place++) {
    const part = contribution(served, scored, place, item)
    if (part > largest) [source, largest] = [preferences.items[place]!, part]
  }
  const score = scores[item]!
  return score - largest < leftOutScore || largest >= score / 2 ? source : null
}

/** What one preferred product adds to the score of another product, or of itself. */
function contribution(
  served: ServedModel,
  { preferences, repeats, scales }: Scores,
  place: number,
  item: number,
) {
  const source = preferences.items[place]!
  const repeat = source === item ? scales.repeat * repeats[place]! : 0
  const collaborative = scales.collaborative * weightOf(served.model.weights, source, item)
  const content = scales.content * valueAt(served.content, source, item)
  return repeat + preferences.strengths[place]! * (collaborative + content)
}
