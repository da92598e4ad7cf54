import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { uploadPicture } from '@nashta/contracts/catalogue/picture'
import { createAuthorise } from '@nashta/service-kit/auth/authorise'
import { createLogger } from '@nashta/service-kit/process/logger'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApp } from './create-app.ts'
import { createDiskImageStore } from './disk-image-store.ts'
import { COSTLY_PICTURES, hostilePictures, photoOfAsha, plainPicture } from './pictures.fixture.ts'

/** The groups of each caller, by name. The name is also the caller's token. */
const GROUPS: Record<string, string[]> = { asha: [], mani: ['manager'], pari: ['packer'] }

let folder: string
let app: ReturnType<typeof createApp>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-uploads-'))
  app = openApp(1e9)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

function openApp(rateLimitScale: number) {
  return createApp({
    images: createDiskImageStore(folder),
    authorise: createAuthorise(async (sub) =>
      GROUPS[sub] ? { sub, username: sub, groups: GROUPS[sub] } : null,
    ),
    rateLimitScale,
    https: false,
    logger: createLogger({ service: 'images', level: 'silent' }),
  })
}

/** Uploads as the caller `as`. An empty `as` is a guest. */
async function upload(body: Buffer, { type = 'image/jpeg', as = 'mani' } = {}) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/admin/pictures',
    headers: { 'content-type': type, ...(as && { authorization: `Bearer ${as}` }) },
    body,
  })
  return { status: response.statusCode, body: response.json() }
}

const storedFiles = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a picture in %s is stored under a hash of its content, whatever content type the request has',
  async (format) => {
    const { status, body } = await upload(await plainPicture().toFormat(format).toBuffer(), {
      type: 'application/octet-stream',
    })
    expect(status).toBe(201)
    const { data } = parseExactly(uploadPicture.reply, body)
    expect(data).toMatchObject({ width: 60, height: 40, url: `/images/${data.key}` })
    expect(data.key).toMatch(/^picture-[\da-f]{10}\.webp$/)

    const served = await app.inject(data.url)
    expect(served.headers['content-type']).toBe('image/webp')
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 })
  },
)

it('an operator uploads pictures at a pace', async () => {
  await app.close()
  // The first upload would begin after more than the longest wait.
  app = openApp(1 / 1000)
  expect((await upload(await plainPicture().png().toBuffer())).status).toBe(429)
})

it('a picture is stored when it arrives over a real connection, which stays open', async () => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const file = await plainPicture().png().toBuffer()
  const response = await fetch(`${url}/api/admin/pictures`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: 'Bearer mani' },
    body: new Uint8Array(file),
  })
  expect(response.status).toBe(201)
})

it('a picture that is uploaded twice is stored once', async () => {
  const file = await plainPicture().png().toBuffer()
  const [first, second] = [await upload(file), await upload(file)]
  expect(first.body).toEqual(second.body)
  expect(storedFiles()).toHaveLength(1)
})

it('a photo is stored upright, without place, author and rotation in its metadata', async () => {
  const rotatedPhoto = await photoOfAsha()
  expect(rotatedPhoto.includes('Asha of Kochi')).toBe(true)

  const { body } = await upload(rotatedPhoto)
  expect(body.data).toMatchObject({ width: 40, height: 60 })
  const stored = (await app.inject(body.data.url)).rawPayload
  expect(stored.includes('Kochi')).toBe(false)
  const { exif, xmp, iptc, orientation } = await sharp(stored).metadata()
  expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
})

it('data after the end of a picture is not stored', async () => {
  const picture = await plainPicture().jpeg().toBuffer()
  const polyglot = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>PK\x03\x04')])
  const { status, body } = await upload(polyglot)
  expect(status).toBe(201)
  expect((await app.inject(body.data.url)).rawPayload.includes('script')).toBe(false)
})

it('a photo with an edge above 2000 pixels is scaled down', async () => {
  const { body } = await upload(await plainPicture(4000, 3000).jpeg().toBuffer())
  expect(body.data).toMatchObject({ width: 2000, height: 1500 })
})

const ACCEPTED_TYPES = 'JPEG, PNG, WebP or AVIF'

it.each([...hostilePictures(ACCEPTED_TYPES), ...COSTLY_PICTURES])(
  '%s is refused with a clear message, and nothing is stored',
  async (_case, make, refusal) => {
    expect(await upload(await make())).toEqual(refusal)
    expect(storedFiles()).toEqual([])
  },
)

it.each([
  ['a guest', 401, ''],
  ['a shopper', 403, 'asha'],
  ['a packer', 403, 'pari'],
])('an upload by %s gets %i, and nothing is stored', async (_case, status, as) => {
  expect((await upload(await plainPicture().png().toBuffer(), { as })).status).toBe(status)
  expect(storedFiles()).toEqual([])
})

it('of twelve uploads at once, one is decoded, eight are queued and the rest are refused', async () => {
  const file = await plainPicture(1000, 1000).png().toBuffer()
  const responses = await Promise.all(Array.from({ length: 12 }, () => upload(file)))
  const byStatus = Map.groupBy(responses, ({ status }) => status)
  expect(byStatus.get(201)).toHaveLength(9)
  expect(byStatus.get(503)).toHaveLength(3)
})
