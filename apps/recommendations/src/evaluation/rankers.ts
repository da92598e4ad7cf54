import { createGram, preferenceMatrix } from '../model/gram.ts'
import { buildHistories } from '../model/histories.ts'
import { rank } from '../model/rank.ts'
import { addRow, createMatrixBuilder, type SparseMatrix } from '../model/sparse-matrix.ts'
import { topIndexes } from '../model/top-indexes.ts'
import { largestIndexes } from '../model/top-indexes.ts'
import type { CatalogueItem } from '../model/training-data.ts'
import type { Interaction } from '../model/training-data.ts'
import type { ServedModel } from '../model/with-catalogue.ts'

const NEIGHBOURS = 100
const SHRINK = 20

/** The items for somebody with this history, best first, without those of `exclude`. */
export type Ranker = (
  history: readonly Interaction[],
  exclude: ReadonlySet<string>,
  limit: number,
) => string[]

export function modelRanker(served: ServedModel): Ranker {
  return (history, exclude, limit) => rank(served, { history, exclude, limit })
}

/** What was taken most often, for everybody. */
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

/** What is nearest to what somebody took: cosine with a shrunk length, the nearest 100 of each item. */
export function itemKnnRanker(training: readonly Interaction[], catalogue: readonly CatalogueItem[]): Ranker {
  const items = catalogue.map(({ productId }) => productId)
  const indexOf = new Map(items.map((item, index) => [item, index]))
  const near = nearestItems(training, indexOf)
  return (history, exclude, limit) => {
    const scores = new Float64Array(items.length)
    for (const productId of new Set(history.map((row) => row.productId))) {
      addRow(near, indexOf.get(productId) as number, 1, scores)
    }
    for (const productId of exclude) scores[indexOf.get(productId) as number] = Number.NEGATIVE_INFINITY
    return topIndexes(scores, limit).map((item) => items[item] as string)
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
      (other) => (row[other] as number) / (length(item) * length(other) + SHRINK),
    )
    for (const at of largestIndexes(nearness, NEIGHBOURS)) {
      builder.add(touched[at] as number, item, nearness[at] as number)
    }
  }
  return builder.build()
}
