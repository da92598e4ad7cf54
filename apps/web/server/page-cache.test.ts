import type { Representation } from '@nashta/service-kit/responses/representation'
import { expect, it } from 'vitest'
import { createPageCache } from './page-cache.ts'

function setup({
  status = () => 200,
  bytes = 0,
}: { status?: (path: string) => number; bytes?: number } = {}) {
  const rendered: string[] = []
  const catalogue = { version: '1' }
  const crowd = { now: 0, most: 0 }
  const form = {
    body: Buffer.alloc(bytes),
    contentType: 'text/html',
    etag: '""',
    headers: [],
    notModifiedHeaders: [],
  }
  const pages = createPageCache({
    catalogueVersion: () => catalogue.version,
    maxBytes: 64 * 1024 * 1024,
    crowd: { concurrent: 4, queued: 200 },
    renderPage: async (path): Promise<Representation> => {
      rendered.push(path)
      crowd.now += 1
      crowd.most = Math.max(crowd.most, crowd.now)
      await new Promise(setImmediate)
      crowd.now -= 1
      if (status(path) === 0) throw new Error('the renderer broke')
      return { status: status(path), forms: { identity: form, gzip: form, br: form } }
    },
  })
  return { ...pages, rendered, catalogue, crowd }
}

it('a page is rendered once for all visitors, until the catalogue version changes', async () => {
  const { pageFor, rendered, catalogue } = setup()
  await Promise.all([pageFor('/'), pageFor('/'), pageFor('/')])
  await pageFor('/')
  expect(rendered).toEqual(['/'])

  catalogue.version = '2'
  await pageFor('/')
  expect(rendered).toEqual(['/', '/'])
})

it.each([404, 503, 0])('a page that is no success is not cached (%i)', async (status) => {
  let nextStatus = status
  const { pageFor, rendered } = setup({ status: () => nextStatus })
  await pageFor('/').catch(() => undefined)
  await new Promise(setImmediate)
  nextStatus = 200
  expect((await pageFor('/')).status).toBe(200)
  expect(rendered).toHaveLength(2)
})

it('the cache holds at most so many bytes, and evicts the least recently used page', async () => {
  const tenMegabytes = 10 * 1024 * 1024
  const { pageFor, rendered } = setup({ bytes: tenMegabytes / 2 })
  for (const page of ['/a', '/b', '/c', '/d', '/e', '/f', '/a', '/g', '/a', '/b']) {
    await pageFor(page)
    await new Promise(setImmediate)
  }
  expect(rendered.filter((path) => path === '/a')).toHaveLength(1)
  expect(rendered.filter((path) => path === '/b')).toHaveLength(2)
})

it('a few pages are rendered at a time, and requests beyond the queue are refused', async () => {
  const { pageFor, crowd } = setup()
  const results = await Promise.allSettled(
    Array.from({ length: 300 }, (_, visitor) => pageFor(`/${visitor}`)),
  )

  expect(crowd.most).toBe(4)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(204)
  expect(results.at(-1)).toMatchObject({ reason: { code: 'UNAVAILABLE' } })
})

it('a page is precomputed once it is rendered, until the catalogue version changes', async () => {
  const { pageFor, precomputed, catalogue } = setup({ status: (path) => (path === '/gone' ? 404 : 200) })
  expect(precomputed('/')).toBeUndefined()
  const page = await pageFor('/')
  await pageFor('/gone')
  await new Promise(setImmediate)

  expect(precomputed('/')).toBe(page)
  expect(precomputed('/gone')).toBeUndefined()
  catalogue.version = '2'
  expect(precomputed('/')).toBeUndefined()
})
