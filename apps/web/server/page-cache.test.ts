import type { Representation } from '@nashta/service-kit/responses/representation'
import { expect, it } from 'vitest'
import { createPageCache } from './page-cache.ts'

/** Stands for the status of a page whose render throws. */
const RENDER_FAILS = 0
const RENDER_LIMIT = { concurrent: 4, queued: 200 }

function setup({
  status = () => 200,
  bytes = 0,
  noStore = false,
}: { status?: (address: string) => number; bytes?: number; noStore?: boolean } = {}) {
  const rendered: string[] = []
  const catalogue = { version: '1' }
  const renders = { running: 0, peak: 0 }
  const form = {
    body: Buffer.alloc(bytes),
    contentType: 'text/html',
    etag: '""',
    headers: [],
    notModifiedHeaders: [],
  }
  const pages = createPageCache({
    catalogueVersion: () => catalogue.version,
    cachedStatus: 200,
    maxBytes: 64 * 1024 * 1024,
    renderLimit: RENDER_LIMIT,
    renderPage: async (address): Promise<Representation> => {
      rendered.push(address)
      renders.running += 1
      renders.peak = Math.max(renders.peak, renders.running)
      await new Promise(setImmediate)
      renders.running -= 1
      if (status(address) === RENDER_FAILS) throw new Error('the renderer broke')
      return { status: status(address), noStore, forms: { identity: form, gzip: form, br: form } }
    },
  })
  return { ...pages, rendered, catalogue, renders }
}

it('a page is rendered once for all visitors, until the catalogue version changes', async () => {
  const { getOrRender, rendered, catalogue } = setup()
  await Promise.all([getOrRender('/'), getOrRender('/'), getOrRender('/')])
  await getOrRender('/')
  expect(rendered).toEqual(['/'])

  catalogue.version = '2'
  await getOrRender('/')
  expect(rendered).toEqual(['/', '/'])
})

it.each([
  ['with the status 404', 404],
  ['with the status 503', 503],
  ['whose render fails', RENDER_FAILS],
])('a page %s is not cached', async (_case, status) => {
  let nextStatus = status
  const { getOrRender, rendered } = setup({ status: () => nextStatus })
  await getOrRender('/').catch(() => undefined)
  nextStatus = 200
  expect((await getOrRender('/')).status).toBe(200)
  expect(rendered).toHaveLength(2)
})

it('a page that may not be stored is not cached', async () => {
  const { getOrRender, rendered } = setup({ noStore: true })
  await getOrRender('/')
  await getOrRender('/')
  expect(rendered).toHaveLength(2)
})

it('the page cache holds a limited number of bytes, and evicts the least recently used page', async () => {
  // The cache counts each page with twice its size, so it holds six of these pages in its 64 MB.
  // `/g` evicts `/b`, because `/a` was used again after `/b`.
  const { getOrRender, rendered } = setup({ bytes: 5 * 1024 * 1024 })
  for (const page of ['/a', '/b', '/c', '/d', '/e', '/f', '/a', '/g', '/a', '/b']) {
    await getOrRender(page)
  }
  expect(rendered.filter((address) => address === '/a')).toHaveLength(1)
  expect(rendered.filter((address) => address === '/b')).toHaveLength(2)
})

it('only a few pages are rendered at once, and requests beyond the queue are refused', async () => {
  const { getOrRender, renders } = setup()
  const results = await Promise.allSettled(
    Array.from({ length: 300 }, (_, visitor) => getOrRender(`/${visitor}`)),
  )

  const { concurrent, queued } = RENDER_LIMIT
  expect(renders.peak).toBe(concurrent)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(concurrent + queued)
  expect(results.at(-1)).toMatchObject({ reason: { code: 'UNAVAILABLE' } })
})

it('a rendered page can be read from the cache until the catalogue version changes, and a 404 never', async () => {
  const { getOrRender, getCached, catalogue } = setup({
    status: (address) => (address === '/gone' ? 404 : 200),
  })
  expect(getCached('/')).toBeUndefined()
  const page = await getOrRender('/')
  await getOrRender('/gone')

  expect(getCached('/')).toBe(page)
  expect(getCached('/gone')).toBeUndefined()
  catalogue.version = '2'
  expect(getCached('/')).toBeUndefined()
})
