import { SEARCH_QUERIES } from '@nashta/contracts/catalogue/search/search-queries.fixture'
import type { Row } from '../row.ts'
import { startStoreWithData } from './start-store.ts'

const PERCENTILE = 0.99
const LATENCY_MAX_MS = 20
/** The first round warms up. More searches come between two equal ones than the store caches. */
const ROUNDS = 3

/** What people search for, one after another, as the page of results asks for it. */
export const searchRows: Row[] = [
  {
    name: 'search-latency',
    async measure(bench) {
      const products = Math.max(...bench.sizes.products)
      const { store } = await startStoreWithData(bench, { products, facts: true })
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { search } of SEARCH_QUERIES) {
          const query = new URLSearchParams({ search, families: 'true', counts: 'true', limit: '12' })
          const start = performance.now()
          const response = await fetch(`${store.url}/api/products?${query.toString()}`)
          await response.arrayBuffer()
          if (round > 0) times.push(performance.now() - start)
        }
      }
      times.sort((a, b) => a - b)
      return {
        kind: 'figure',
        label: `searches of ${products} products, 99th percentile`,
        value: times[Math.floor(times.length * PERCENTILE)] ?? 0,
        unit: 'ms',
        atMost: LATENCY_MAX_MS,
      }
    },
  },
]
