import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { PICTURE_MAX_BYTES, uploadPicture } from '@nashta/contracts/catalogue/picture'
import { createAuthorise } from '@nashta/service-kit/auth/authorise'
import { createLogger } from '@nashta/service-kit/process/logger'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApp } from './create-app.ts'
import { createDiskImageStore } from './disk-image-store.ts'

const GROUPS: Record<string, string[]> = { boss: ['admin'], asha: [], mani: ['manager'], pari: ['packer'] }

let folder: string
let app: ReturnType<typeof createApp>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-uploads-'))
  app = createApp({
    images: createDiskImageStore(folder),
    authorise: createAuthorise(async (sub) =>
      GROUPS[sub] ? { sub, username: sub, groups: GROUPS[sub] } : null,
    ),
    https: false,
    logger: createLogger({ service: 'images', level: 'silent' }),
  })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

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

const plain = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })

it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a picture in %s is stored under its content',
  async (format) => {
    const { status, body } = await upload(await plain().toFormat(format).toBuffer(), {
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

it('the same picture is stored once', async () => {
  const file = await plain().png().toBuffer()
  const [first, second] = [await upload(file), await upload(file)]
  expect(first.body).toEqual(second.body)
  expect(storedFiles()).toHaveLength(1)
})

it('the place where a photo was taken, its author and its turn are not stored, and it stands upright', async () => {
  const photo = await plain()
    .jpeg()
    .withExif({
      IFD0: { Artist: 'Asha of Kochi', Orientation: '6' },
      IFD3: { GPSLatitude: '9/1 58/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Asha of Kochi</x:xmpmeta>')
    .toBuffer()
  const withTurn = await sharp(photo).keepMetadata().withMetadata({ orientation: 6 }).toBuffer()
  expect(withTurn.includes('Asha of Kochi')).toBe(true)

  const { body } = await upload(withTurn)
  expect(body.data).toMatchObject({ width: 40, height: 60 })
  const stored = (await app.inject(body.data.url)).rawPayload
  expect(stored.includes('Kochi')).toBe(false)
  const metadata = await sharp(stored).metadata()
  expect(metadata.exif ?? metadata.xmp ?? metadata.iptc ?? metadata.orientation).toBeUndefined()
})

it('what hides behind a picture is not stored', async () => {
  const picture = await plain().jpeg().toBuffer()
  const polyglot = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>PK\x03\x04')])
  const { status, body } = await upload(polyglot)
  expect(status).toBe(201)
  expect((await app.inject(body.data.url)).rawPayload.includes('script')).toBe(false)
})

it('a photo larger than any variant is stored smaller', async () => {
  const { body } = await upload(await plain(4000, 3000).jpeg().toBuffer())
  expect(body.data).toMatchObject({ width: 2000, height: 1500 })
})

const UNSUPPORTED = {
  status: 415,
  body: { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send a JPEG, PNG, WebP or AVIF picture' },
}
const DAMAGED = {
  status: 400,
  body: { code: 'VALIDATION_FAILED', message: 'body: The picture is damaged or incomplete' },
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

const HOSTILE: [string, () => Buffer | Promise<Buffer>, object][] = [
  ['an empty file', () => Buffer.alloc(0), UNSUPPORTED],
  ['a text', () => Buffer.from('not a picture'), UNSUPPORTED],
  ['an SVG with a script', () => Buffer.from(SVG), UNSUPPORTED],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), UNSUPPORTED],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), UNSUPPORTED],
  ['a GIF', () => plain().gif().toBuffer(), UNSUPPORTED],
  ['a TIFF', () => plain().tiff().toBuffer(), UNSUPPORTED],
  [
    'an SVG behind the first bytes of a JPEG',
    () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from(SVG)]),
    DAMAGED,
  ],
  ['an SVG in the frame of a WebP', () => Buffer.from(`RIFF\x10\x00\x00\x00WEBP${SVG}`, 'latin1'), DAMAGED],
  ['a truncated JPEG', async () => cut(await noisy().jpeg().toBuffer()), DAMAGED],
  ['a truncated PNG', async () => cut(await noisy().png().toBuffer()), DAMAGED],
  ['a truncated WebP', async () => cut(await noisy().webp().toBuffer()), DAMAGED],
  ['a truncated AVIF', async () => cut(await noisy().avif().toBuffer()), DAMAGED],
  [
    'a bomb: few bytes with the header of 900 million pixels',
    () => pngOf(30_000, 30_000),
    {
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        message: 'body: The picture has 30000 × 30000 pixels; at most 52 million are possible',
      },
    },
  ],
  ['a PNG whose pixels are missing', () => pngOf(600, 400), DAMAGED],
  [
    'a file above the limit',
    () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(PICTURE_MAX_BYTES)]),
    { status: 413, body: { code: 'PAYLOAD_TOO_LARGE', message: 'The request body is too large' } },
  ],
]

it.each(HOSTILE)(
  '%s is refused with a clear message, and nothing is stored',
  async (_case, make, refusal) => {
    expect(await upload(await make())).toEqual(refusal)
    expect(storedFiles()).toEqual([])
  },
)

it.each([
  ['', 401],
  ['asha', 403],
  ['pari', 403],
])('the caller "%s" may not upload, and gets %i before the file is read', async (as, status) => {
  expect((await upload(await plain().png().toBuffer(), { as })).status).toBe(status)
  expect(storedFiles()).toEqual([])
})

it('many uploads at once are decoded one after the other, and each gets a response', async () => {
  const file = await plain(2000, 2000).png().toBuffer()
  const responses = await Promise.all(Array.from({ length: 12 }, () => upload(file)))
  const counted = Map.groupBy(responses, ({ status }) => status)
  expect(counted.get(201)).toHaveLength(9)
  expect(counted.get(503)).toHaveLength(3)
})

function noisy() {
  const [width, height] = [200, 200]
  const pixels = Buffer.alloc(width * height * 3, 0)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * 7919) % 251
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

function cut(file: Buffer) {
  return file.subarray(0, Math.floor(file.length / 2))
}

/** A PNG with this size in its header and nearly no data. */
function pngOf(width: number, height: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
