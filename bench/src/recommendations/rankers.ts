import { createGram, preferenceMatrix } from '@nashta/recommendations/model/gram'
import { buildHistories } from '@nashta/recommendations/model/histories'
import { rank } from '@nashta/recommendations/model/rank'
import { addRow, createMatrixBuilder, type SparseMatrix } from '@nashta/recommendations/model/sparse-matrix'
import { topIndexes } from '@nashta/recommendations/model/top-indexes'
import { largestIndexes } from '@nashta/recommendations/model/top-indexes'
import type { CatalogueItem, Interaction } from '@nashta/recommendations/model/training-data'
import type { ServedModel } from '@nashta/recommendations/model/with-catalogue'

const NEIGHBOURS = 100
const SHRINK = 20

/** Ranks the items for a shopper with this history, best first, without those of `exclude`. */
export type Ranker = (
  history: readonly Interaction[],
  exclude: ReadonlySet<string>,
  limit: number,
) => string[]

export function modelRanker(served: ServedModel): Ranker {
  return (history, exclude, limit) => rank(served, { history, exclude, limit })
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

/** Ranks by similarity to the shopper's items: cosine with a shrunk length, the 100 nearest of each item. */
export function itemKnnRanker(training: readonly Interaction[], catalogue: readonly CatalogueItem[]): Ranker {
  const items = catalogue.map(({ productId }) => productId)
  const indexOf = new Map(items.map((item, index) => [item, index]))
  const indexesOf = (ids: Iterable<string>) => Array.from(ids, (id) => indexOf.get(id) ?? Number.NaN)
  const near = nearestItems(training, indexOf)
  return (history, exclude, limit) => {
    const scores = new Float64Array(items.length)
    for (const index of indexesOf(new Set(history.map((row) => row.productId)))) {
      addRow(near, index, 1, scores)
    }
    for (const index of indexesOf(exclude)) scores[index] = Number.NEGATIVE_INFINITY
    return topIndexes(scores, limit).flatMap((item) => items[item] ?? [])
  }
}

function nearestItems(training: readonly Interaction[], indexOf: Map<string, number>): SparseMatrix {
  const gram = createGram(preferenceMatrix(buildHistories(training, indexOf), indexOf.size))
  const builder = createMatrixBuilder(gram.size, gram.size)
  const length = (item: number) => Math.sqrt(gram.shoppersOf(item))
  for (let item = 0; item < gram.size; item++) {
    const { row, touched } = gram.rowOf(item)
    const nearness = Float64Array.from(
      touched,
      (other) => (row[other] ?? 0) / (length(item) * length(other) + SHRINK),
    )
    for (const at of largestIndexes(nearness, NEIGHBOURS)) {
      builder.add(touched[at] ?? 0, item, nearness[at] ?? 0)
    }
  }
  return builder.build()
}
