import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthorise } from '@nashta/service-kit/auth/authorise'
import { createLogger } from '@nashta/service-kit/process/logger'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApp } from './create-app.ts'
import { createDiskImageStore } from './disk-image-store.ts'
import { type ImageStore, pictureKey } from './image-store.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const original = readFileSync(new URL('../../../catalogue/pictures/treats-macarons-1.webp', import.meta.url))
const key = pictureKey('Macarons-1.webp', original)

let folder: string
let images: ImageStore
let app: ReturnType<typeof createApp>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-pictures-'))
  images = createDiskImageStore(folder)
  await images.put(key, original)
  app = createApp({
    images,
    authorise: createAuthorise(async () => null),
    rateLimitScale: 1e9,
    https: false,
    logger: createLogger({ service: 'images', level: 'silent' }),
  })
})
afterEach(() => rmSync(folder, { recursive: true }))

it('the key of a picture has a hash of its content', () => {
  expect(key).toMatch(/^macarons-1-[0-9a-f]{10}\.webp$/)
  expect(pictureKey('Macarons-1.webp', Buffer.from('another'))).not.toBe(key)
})

it('the original is served, and may be cached for ever', async () => {
  const response = await app.inject(`/images/${key}`)

  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('image/webp')
  expect(response.headers['cache-control']).toBe(FOREVER)
  expect(response.rawPayload).toEqual(original)
})

it.each([
  // sharp calls the format of an AVIF file `heif`.
  ['image/avif,image/webp,*/*', 'image/avif', 'heif'],
  ['image/webp,*/*', 'image/webp', 'webp'],
  ['*/*', 'image/jpeg', 'jpeg'],
])('a browser that accepts %s gets %s of the requested width', async (accept, type, format) => {
  const response = await app.inject({ url: `/images/${key}?w=320`, headers: { accept } })

  expect(response.headers['content-type']).toBe(type)
  expect(response.headers['cache-control']).toBe(FOREVER)
  expect(response.headers['vary']).toBe('Accept')
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format, width: 320, height: 320 })
  expect(response.rawPayload.length).toBeLessThan(original.length)
})

it('a variant may be asked for as JPEG, whatever the client accepts', async () => {
  const url = `/images/${key}?w=320&format=jpeg`
  const response = await app.inject({ url, headers: { accept: 'image/avif' } })
  expect(response.headers['content-type']).toBe('image/jpeg')
  expect((await app.inject(`/images/${key}?w=320&format=gif`)).statusCode).toBe(400)
})

it('a variant is made once for many requests, and stored', async () => {
  const put = vi.spyOn(images, 'put')
  const request = () => app.inject({ url: `/images/${key}?w=96`, headers: { accept: 'image/webp' } })
  const responses = await Promise.all(Array.from({ length: 8 }, request))

  expect(new Set(responses.map((response) => response.rawPayload.toString('hex'))).size).toBe(1)
  expect(put).toHaveBeenCalledTimes(1)
  expect(await createDiskImageStore(folder).get(`variants/${key}/96.webp`)).toEqual(responses[0]?.rawPayload)
  await request()
  expect(put).toHaveBeenCalledTimes(1)
})

it('a variant is served although it cannot be stored', async () => {
  vi.spyOn(images, 'put').mockRejectedValue(new Error('ENOSPC'))
  const response = await app.inject({ url: `/images/${key}?w=96`, headers: { accept: 'image/webp' } })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('image/webp')
})

it('originals are served while too many variants are queued, and must not be cached', async () => {
  // The requests are for 120 variants. At most 2 are made at once, and at most 64 are queued.
  const formats = ['image/avif', 'image/webp', '*/*']
  const keys = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await images.put(`copy-${index}.webp`, original)
      return `copy-${index}.webp`
    }),
  )
  const responses = await Promise.all(
    keys.flatMap((copy) =>
      formats.map((accept) => app.inject({ url: `/images/${copy}?w=96`, headers: { accept } })),
    ),
  )

  expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200]))
  const originals = responses.filter((response) => response.rawPayload.equals(original))
  expect(originals.length).toBeGreaterThan(0)
  for (const { headers } of originals) expect(headers['cache-control']).toBe('no-store')
})

it('a request for a file that is not a picture gets 404 with the fallback picture', async () => {
  await images.put('text.webp', Buffer.from('not a picture'))
  const response = await app.inject('/images/text.webp?w=96')
  expect(response.statusCode).toBe(404)
  expect(response.headers['content-type']).toBe('image/svg+xml')
})

it('a request with the ETag of the picture gets 304', async () => {
  const url = `/images/${key}?w=96`
  const { etag = '' } = (await app.inject(url)).headers
  const second = await app.inject({ url, headers: { 'if-none-match': etag } })

  expect(second.statusCode).toBe(304)
  expect(second.body).toBe('')
})

it.each(['97', '0', '-96', 'huge', '', '96.0'])(
  'the width "%s" is refused, so that requests cannot fill the disk',
  async (width) => {
    const response = await app.inject(`/images/${key}?w=${width}`)
    expect(response.statusCode).toBe(400)
    expect(response.json().code).toBe('VALIDATION_FAILED')
  },
)

it('the fallback picture is served', async () => {
  const response = await app.inject('/images/fallback.svg')
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('image/svg+xml')
  expect(response.body).toContain('<svg')
})

it.each([
  '/images/gone.webp',
  '/images/gone.webp?w=320',
  `/images/${'a'.repeat(256)}`,
  `/images/${'a'.repeat(250)}?w=96`,
  '/images/',
  `/images/variants/${key}/96.webp`,
  '/images/..%2f..%2fpackage.json',
])('%s gets 404 with the fallback picture, which must not be cached', async (url) => {
  const response = await app.inject(url)
  expect(response.statusCode).toBe(404)
  expect(response.headers['content-type']).toBe('image/svg+xml')
  expect(response.headers['cache-control']).toBe('no-store')
})
