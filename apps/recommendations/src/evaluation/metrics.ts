import { ndcg } from '../model/ndcg.ts'

/**
 * Of one shopper's list of k, where what the shopper took is relevant and nothing else:
 * - nDCG: a hit at place p counts 1/log2(p + 1); divided by what the best list of k would have, that is by
 *   min(k, relevant) hits at the top;
 * - recall: hits divided by all that is relevant, also where that is more than k;
 * - hit rate (HR, for baskets PHR): 1 if there is any hit.
 * The mean is over all shoppers who have something relevant.
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

export function meanMetrics(all: readonly Metrics[]): Metrics {
  const mean = (part: (metrics: Metrics) => number) =>
    all.reduce((sum, metrics) => sum + part(metrics), 0) / Math.max(1, all.length)
  return {
    ndcg: mean(({ ndcg }) => ndcg),
    recall: mean(({ recall }) => recall),
    hitRate: mean(({ hitRate }) => hitRate),
  }
}
