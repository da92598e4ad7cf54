import { compareWithBare } from '../compare-with-bare.ts'
import { measureAlone } from '../compare.ts'
import { bodyOf, captureResponse, headerOf } from '../load/captured-response.ts'
import { requestText, UNIQUE_MARK } from '../load/load.ts'
import type { Row } from '../row.ts'
import { startStore } from './start-store.ts'

export const PRODUCTS_PATH = '/api/products'
const CARD_COUNT = 12
/** Few, because the store refuses requests when too many wait for their render. */
const RENDER_CONNECTIONS = 4

export const storeRows: Row[] = [
  {
    name: 'products',
    async measure(bench) {
      const store = await startStore(bench)
      const request = requestText({ path: PRODUCTS_PATH })
      await assertCompressed(store.url, request)
      return compareWithBare(bench, store, {
        label: 'GET /api/products, whole list, brotli',
        atLeast: 0.75,
        requests: [request],
        status: 200,
      })
    },
  },
  {
    name: 'products-304',
    async measure(bench) {
      const store = await startStore(bench)
      const response = await captureResponse(store.url, requestText({ path: PRODUCTS_PATH }))
      const etag = headerOf(response, 'etag') ?? ''
      return compareWithBare(bench, store, {
        label: 'the same with If-None-Match (304)',
        atLeast: 0.75,
        requests: [requestText({ path: PRODUCTS_PATH, headers: { 'If-None-Match': etag } })],
        status: 304,
      })
    },
  },
  {
    name: 'product',
    async measure(bench) {
      const store = await startStore(bench)
      const [product] = await readProducts(store.url)
      return compareWithBare(bench, store, {
        label: 'GET /api/products/{id}',
        atLeast: 0.65,
        requests: [requestText({ path: `${PRODUCTS_PATH}/${product?.products_id}` })],
        status: 200,
      })
    },
  },
  {
    name: 'home',
    async measure(bench) {
      const store = await startStore(bench)
      const request = requestText({ path: '/', headers: { Accept: 'text/html' } })
      await assertCompressed(store.url, request)
      return compareWithBare(bench, store, {
        label: 'cached HTML page (home), brotli',
        atLeast: 0.7,
        requests: [request],
        status: 200,
      })
    },
  },
  {
    name: 'product-page',
    async measure(bench) {
      const store = await startStore(bench)
      const [product] = await readProducts(store.url)
      const request = requestText({
        path: `/product/${product?.products_id}`,
        headers: { Accept: 'text/html' },
      })
      await assertCompressed(store.url, request)
      return compareWithBare(bench, store, {
        label: 'cached HTML page (product), brotli',
        atLeast: 0.7,
        requests: [request],
        status: 200,
      })
    },
  },
  {
    name: 'render',
    async measure(bench) {
      const store = await startStore(bench)
      const prices = (await readProducts(store.url)).map(({ price }) => price).toSorted((a, b) => b - a)
      // `minPrice` leaves only the dearest products. `maxPrice` is above all prices and new in each
      // request, so no page is cached.
      const path = `/collections/allproducts?minPrice=${prices[CARD_COUNT - 1]}&maxPrice=${UNIQUE_MARK}`
      const request = requestText({ path, headers: { Accept: 'text/html' } })
      await assertCompressed(store.url, request)
      const load = { requests: [request], expected: { status: 200 } }
      const contender = { process: store, load, connections: RENDER_CONNECTIONS }
      const { cpuMicrosPerRequest } = await measureAlone(bench.generator, contender, bench.effort)
      return {
        kind: 'figure',
        label: `uncached server render of a page of ${CARD_COUNT} cards, compressed: CPU time`,
        atMost: 6,
        value: cpuMicrosPerRequest / 1000,
        unit: 'ms',
      }
    },
  },
]

async function assertCompressed(url: string, request: string) {
  const encoding = headerOf(await captureResponse(url, request), 'content-encoding')
  if (encoding !== 'br') throw new Error(`the response is encoded as ${encoding}, not br`)
}

export async function readProducts(url: string) {
  const response = await captureResponse(
    url,
    requestText({ path: PRODUCTS_PATH, headers: { 'Accept-Encoding': 'identity' } }),
  )
  const { data }: { data: { products_id: string; price: number }[] } = JSON.parse(bodyOf(response).toString())
  return data
}
