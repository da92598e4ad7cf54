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
  const form = { body: Buffer.alloc(bytes), contentType: 'text/html', etag: '""', head: [], knownHead: [] }
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

it('renders a page once for everyone, until the catalogue changes', async () => {
  const { pageFor, rendered, catalogue } = setup()
  await Promise.all([pageFor('/'), pageFor('/'), pageFor('/')])
  await pageFor('/')
  expect(rendered).toEqual(['/'])

  catalogue.version = '2'
  await pageFor('/')
  expect(rendered).toEqual(['/', '/'])
})

it.each([404, 503, 0])('does not keep a page that is no success (%i)', async (status) => {
  let answers = status
  const { pageFor, rendered } = setup({ status: () => answers })
  await pageFor('/').catch(() => undefined)
  await new Promise(setImmediate)
  answers = 200
  expect((await pageFor('/')).status).toBe(200)
  expect(rendered).toHaveLength(2)
})

it('holds so many bytes at the most, and drops the page that was used longest ago', async () => {
  const tenMegabytes = 10 * 1024 * 1024
  const { pageFor, rendered } = setup({ bytes: tenMegabytes / 2 })
  for (const page of ['/a', '/b', '/c', '/d', '/e', '/f', '/a', '/g', '/a', '/b']) {
    await pageFor(page)
    await new Promise(setImmediate)
  }
  expect(rendered.filter((path) => path === '/a')).toHaveLength(1)
  expect(rendered.filter((path) => path === '/b')).toHaveLength(2)
})

it('lets a crowd through a few at a time, and refuses who would wait too long', async () => {
  const { pageFor, crowd } = setup()
  const results = await Promise.allSettled(
    Array.from({ length: 300 }, (_, visitor) => pageFor(`/${visitor}`)),
  )

  expect(crowd.most).toBe(4)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(204)
  expect(results.at(-1)).toMatchObject({ reason: { code: 'UNAVAILABLE' } })
})

it('has a page at hand once it is rendered, and until the catalogue changes', async () => {
  const { pageFor, atHand, catalogue } = setup({ status: (path) => (path === '/gone' ? 404 : 200) })
  expect(atHand('/')).toBeUndefined()
  const page = await pageFor('/')
  await pageFor('/gone')
  await new Promise(setImmediate)

  expect(atHand('/')).toBe(page)
  expect(atHand('/gone')).toBeUndefined()
  catalogue.version = '2'
  expect(atHand('/')).toBeUndefined()
})
