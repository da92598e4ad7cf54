import { expect, it } from 'vitest'
import { meanMetrics, metricsOf } from './metrics.ts'

const gainAt = (rank: number) => 1 / Math.log2(rank + 1)

it('a hit further down the list counts less', () => {
  const relevant = new Set(['b', 'd', 'z'])
  const { ndcg, recall, hitRate } = metricsOf(['a', 'b', 'c', 'd'], relevant, 4)
  // The best list has the three relevant items at ranks 1, 2 and 3.
  expect(ndcg).toBeCloseTo((gainAt(2) + gainAt(4)) / (gainAt(1) + gainAt(2) + gainAt(3)), 12)
  expect(recall).toBeCloseTo(2 / 3, 12)
  expect(hitRate).toBe(1)
})

it('metrics count the first k ranks only, and nDCG is 1 if all of them are hits', () => {
  const relevant = new Set(['a', 'b', 'c'])
  expect(metricsOf(['a', 'b', 'c'], relevant, 2)).toEqual({ ndcg: 1, recall: 2 / 3, hitRate: 1 })
  expect(metricsOf(['x', 'y', 'a'], relevant, 2)).toEqual({ ndcg: 0, recall: 0, hitRate: 0 })
})

it('empty ranks of a short list count as misses', () => {
  expect(metricsOf(['a'], new Set(['a', 'b']), 10).ndcg).toBeCloseTo(gainAt(1) / (gainAt(1) + gainAt(2)), 12)
  expect(metricsOf([], new Set(['a']), 10)).toEqual({ ndcg: 0, recall: 0, hitRate: 0 })
})

it('the mean metrics are the means over all shoppers', () => {
  const all = [
    { ndcg: 1, recall: 0.5, hitRate: 1 },
    { ndcg: 0, recall: 0, hitRate: 0 },
  ]
  expect(meanMetrics(all)).toEqual({ ndcg: 0.5, recall: 0.25, hitRate: 0.5 })
})
