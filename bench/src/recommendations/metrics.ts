import { ndcg } from '@nashta/recommendations/model/blend/ndcg'

/**
 * The quality of one shopper's list of k items. The hidden items are the relevant ones. A hit is a
 * relevant item in the list.
 * - nDCG: a hit at rank p counts 1/log2(p + 1). The sum is divided by that of the best list.
 * - recall: the hits divided by all relevant items, also when there are more than k.
 * - hit rate (HR): 1 if there is any hit, else 0.
 */
export type Metrics = { ndcg: number; recall: number; hitRate: number }

export function metricsOf(ranking: readonly string[], relevant: ReadonlySet<string>, k: number): Metrics {
  const hits = ranking.slice(0, k).filter((item) => relevant.has(item)).length
  return {
    ndcg: ndcg(ranking, relevant, k),
    recall: relevant.size > 0 ? hits / relevant.size : 0,
    hitRate: hits > 0 ? 1 : 0,
  }
}

export function meanMetrics(byShopper: readonly Metrics[]): Metrics {
  const mean = (name: keyof Metrics) =>
    byShopper.reduce((sum, metrics) => sum + metrics[name], 0) / Math.max(1, byShopper.length)
  return { ndcg: mean('ndcg'), recall: mean('recall'), hitRate: mean('hitRate') }
}
