import { createGram, preferenceMatrix } from '@nashta/recommendations/model/ease/gram'
import { buildHistories } from '@nashta/recommendations/model/histories'
import {
  addRow,
  createMatrixBuilder,
  type SparseMatrix,
} from '@nashta/recommendations/model/numerics/sparse-matrix'
import { indexesFarthestFromZero, topIndexes } from '@nashta/recommendations/model/numerics/top-indexes'
import { scoreProducts } from '@nashta/recommendations/model/score'
import type { ModelProduct, Interaction } from '@nashta/recommendations/model/training-data'
import type { ServedModel } from '@nashta/recommendations/model/with-catalogue'

const NEIGHBOURS_MAX = 100
/** Added to the denominator of the cosine, so that items with few common shoppers are less similar. */
const SHRINKAGE = 20

/** Ranks the items for a shopper with this history, best first, without those of `exclude`. */
export type Ranker = (
  history: readonly Interaction[],
  exclude: ReadonlySet<string>,
  limit: number,
) => string[]

/**
 * Ranks by the scores of the model, without the variety and exploration of served lists. Bought items come last where
 * shoppers do not buy again.
 */
export function modelRanker(servedModel: ServedModel): Ranker {
  return (history, exclude, limit) => {
    const { scores, lastResort } = scoreProducts(servedModel, { history, exclude })
    const ranking = [...topIndexes(scores, limit), ...lastResort].slice(0, limit)
    return ranking.flatMap((index) => servedModel.productIds[index] ?? [])
  }
}

/** Ranks items by how often they were bought, the same for every shopper. */
export function popularityRanker(training: readonly Interaction[]): Ranker {
  const counts = new Map<string, number>()
  for (const { productId } of training) counts.set(productId, (counts.get(productId) ?? 0) + 1)
  const items = [...counts].toSorted(([, a], [, b]) => b - a).map(([productId]) => productId)
  return (_history, exclude, limit) => {
    const ranking: string[] = []
    for (const item of items) {
      if (ranking.length === limit) break
      if (!exclude.has(item)) ranking.push(item)
    }
    return ranking
  }
}

/** Ranks by the sum of similarities to the shopper's items. Each item has similarities to its nearest items only. */
export function itemKnnRanker(training: readonly Interaction[], catalogue: readonly ModelProduct[]): Ranker {
  const items = catalogue.map(({ productId }) => productId)
  const indexOf = new Map(items.map((item, index) => [item, index]))
  const indexesOf = (ids: ReadonlySet<string>) => [...ids].flatMap((id) => indexOf.get(id) ?? [])
  const similarities = nearestItems(training, indexOf)
  return (history, exclude, limit) => {
    const scores = new Float64Array(items.length)
    for (const index of indexesOf(new Set(history.map((row) => row.productId)))) {
      addRow(similarities, index, 1, scores)
    }
    for (const index of indexesOf(exclude)) scores[index] = Number.NEGATIVE_INFINITY
    return topIndexes(scores, limit).flatMap((index) => items[index] ?? [])
  }
}

/** The cosine similarity of each item (the column) to its nearest items (the rows). */
function nearestItems(training: readonly Interaction[], indexOf: Map<string, number>): SparseMatrix {
  const gram = createGram(preferenceMatrix(buildHistories(training, indexOf), indexOf.size))
  const builder = createMatrixBuilder(gram.size, gram.size)
  const vectorLength = (item: number) => Math.sqrt(gram.shopperCountOf(item))
  for (let item = 0; item < gram.size; item++) {
    const { row, nonZero } = gram.rowOf(item)
    const similarities = Float64Array.from(
      nonZero,
      (other) => (row[other] ?? 0) / (vectorLength(item) * vectorLength(other) + SHRINKAGE),
    )
    for (const index of indexesFarthestFromZero(similarities, NEIGHBOURS_MAX)) {
      builder.add(nonZero[index] ?? 0, item, similarities[index] ?? 0)
    }
  }
  return builder.build()
}
