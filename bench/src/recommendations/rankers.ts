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
/** Added to the denominator of the cosine, so that items with few shoppers are less similar. */
const SHRINKAGE = 20

/** Ranks the items for a shopper with this history, best first, without the excluded ones. */
export type Ranker = (
  history: readonly Interaction[],
  excluded: ReadonlySet<string>,
  limit: number,
) => string[]

/**
 * Ranks by the scores of the model, without the variety and exploration of served lists. Bought
 * items come last if shoppers do not buy items again.
 */
export function modelRanker(servedModel: ServedModel): Ranker {
  return (history, excluded, limit) => {
    const { scores, lastResort } = scoreProducts(servedModel, { history, exclude: excluded })
    const ranking = [...topIndexes(scores, limit), ...lastResort].slice(0, limit)
    return ranking.flatMap((index) => servedModel.productIds[index] ?? [])
  }
}

/** Ranks items by how often they were bought, the same for every shopper. */
export function popularityRanker(training: readonly Interaction[]): Ranker {
  const counts = new Map<string, number>()
  for (const { productId } of training) counts.set(productId, (counts.get(productId) ?? 0) + 1)
  const items = [...counts].toSorted(([, a], [, b]) => b - a).map(([productId]) => productId)
  return (_history, excluded, limit) => {
    const ranking: string[] = []
    for (const item of items) {
      if (ranking.length === limit) break
      if (!excluded.has(item)) ranking.push(item)
    }
    return ranking
  }
}

/** Ranks items by how often they were bought in one basket with the given ones: for each, in how many baskets. */
export function coPurchaseRanker(training: readonly Interaction[]): Ranker {
  const counts = new Map<string, Map<string, number>>()
  for (const rows of Map.groupBy(training, ({ userId, eventId }) => `${userId}\t${eventId}`).values()) {
    const items = new Set(rows.map(({ productId }) => productId))
    for (const item of items) {
      const ofItem = counts.get(item) ?? new Map<string, number>()
      counts.set(item, ofItem)
      for (const other of items) if (other !== item) ofItem.set(other, (ofItem.get(other) ?? 0) + 1)
    }
  }
  return (history, excluded, limit) => {
    const sums = new Map<string, number>()
    for (const item of new Set(history.map(({ productId }) => productId))) {
      for (const [other, count] of counts.get(item) ?? []) sums.set(other, (sums.get(other) ?? 0) + count)
    }
    const ranking = [...sums].filter(([item]) => !excluded.has(item)).toSorted(([, a], [, b]) => b - a)
    return ranking.slice(0, limit).map(([item]) => item)
  }
}

/**
 * Ranks items by the sum of their similarities to the shopper's items. An item is similar to its
 * nearest items only.
 */
export function itemKnnRanker(training: readonly Interaction[], catalogue: readonly ModelProduct[]): Ranker {
  const items = catalogue.map(({ productId }) => productId)
  const indexOf = new Map(items.map((item, index) => [item, index]))
  const indexesOf = (ids: ReadonlySet<string>) => [...ids].flatMap((id) => indexOf.get(id) ?? [])
  const similarities = similarityMatrix(training, indexOf)
  return (history, excluded, limit) => {
    const scores = new Float64Array(items.length)
    for (const index of indexesOf(new Set(history.map((row) => row.productId)))) {
      addRow(similarities, index, 1, scores)
    }
    for (const index of indexesOf(excluded)) scores[index] = Number.NEGATIVE_INFINITY
    return topIndexes(scores, limit).flatMap((index) => items[index] ?? [])
  }
}

/** Each column has the cosine similarities of one item to its nearest items, one in each row. */
function similarityMatrix(training: readonly Interaction[], indexOf: Map<string, number>): SparseMatrix {
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
