import { join } from 'node:path'
import { bodyOf, captureAnswer, headerOf } from '../answer.ts'
import { compareWithBare } from '../compare-with-bare.ts'
import { measureAlone } from '../compare.ts'
import { requestText, UNIQUE_MARK } from '../load.ts'
import type { Bench, Row } from '../row.ts'

export const STORE = join(import.meta.dirname, '../../../apps/store/src/main.ts')
const PRODUCTS = '/api/products'
const BR = 'br'
const CARDS = 12
/** More renders at once than the store allows are refused. */
const FEW_CONNECTIONS = 4

/** The whole store in one process, with its demo catalogue. */
export function startStore(bench: Bench, dataFolder = bench.freshFolder()) {
  return bench.startSubject({ program: STORE, environment: { DATA_DIR: dataFolder } })
}

export const storeRows: Row[] = [
  {
    name: 'products',
    async measure(bench) {
      const store = await startStore(bench)
      const request = requestText({ path: PRODUCTS })
      await assertCompressed(store.url, request)
      return compareWithBare(bench, store, {
        what: 'GET /api/products, 36 products, whole list, brotli',
        atLeast: 0.75,
        requests: [request],
        status: 200,
      })
    },
  },
  {
    name: 'products-known',
    async measure(bench) {
      const store = await startStore(bench)
      const etag = headerOf(await captureAnswer(store.url, requestText({ path: PRODUCTS })), 'etag') ?? ''
      return compareWithBare(bench, store, {
        what: 'the same with If-None-Match (304)',
        atLeast: 0.75,
        requests: [requestText({ path: PRODUCTS, headers: { 'If-None-Match': etag } })],
        status: 304,
      })
    },
  },
  {
    name: 'product',
    async measure(bench) {
      const store = await startStore(bench)
      const [product] = await products(store.url)
      return compareWithBare(bench, store, {
        what: 'GET /api/products/{id}',
        atLeast: 0.65,
        requests: [requestText({ path: `${PRODUCTS}/${product?.products_id}` })],
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
        what: 'cached HTML page (home), brotli',
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
      const [product] = await products(store.url)
      const request = requestText({
        path: `/product/${product?.products_id}`,
        headers: { Accept: 'text/html' },
      })
      await assertCompressed(store.url, request)
      return compareWithBare(bench, store, {
        what: 'cached HTML page (product), brotli',
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
      const dearest = (await products(store.url)).map(({ price }) => price).toSorted((a, b) => b - a)
      const path = `/collections/allproducts?minPrice=${dearest[CARDS - 1]}&maxPrice=${UNIQUE_MARK}`
      const request = requestText({ path, headers: { Accept: 'text/html' } })
      await assertCompressed(store.url, request)
      const load = { requests: [request], expected: { status: 200 } }
      const contender = { process: store, load, connections: FEW_CONNECTIONS }
      const { cpuMicrosPerRequest } = await measureAlone(bench.generator, contender, bench.effort)
      return {
        kind: 'figure',
        what: `uncached server render of a page of ${CARDS} cards, compressed: CPU`,
        atMost: 6,
        value: cpuMicrosPerRequest / 1000,
        unit: 'ms',
      }
    },
  },
]

async function assertCompressed(url: string, request: string) {
  const encoding = headerOf(await captureAnswer(url, request), 'content-encoding')
  if (encoding !== BR) throw new Error(`the answer is encoded as ${encoding}, not ${BR}`)
}

async function products(url: string) {
  const answer = await captureAnswer(
    url,
    requestText({ path: PRODUCTS, headers: { 'Accept-Encoding': 'identity' } }),
  )
  const { data } = JSON.parse(bodyOf(answer).toString()) as { data: { products_id: string; price: number }[] }
  return data
}
