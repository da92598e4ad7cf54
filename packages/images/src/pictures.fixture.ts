import { crc32, deflateSync } from 'node:zlib'
import { PICTURE_MAX_BYTES } from '@nashta/contracts/catalogue/picture'
import sharp from 'sharp'

export const plainPicture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })

export const readMetadata = (bytes: Buffer) => sharp(bytes).metadata()

/** The EXIF orientation of a picture that must be rotated by 90° to be upright. */
const ROTATED = 6

/** A photo with its author, place and rotation in its metadata. */
export function photoOfAsha() {
  return plainPicture()
    .jpeg()
    .withExif({
      IFD0: { Artist: 'Asha of Kochi' },
      IFD3: { GPSLatitude: '9/1 58/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: ROTATED })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Asha of Kochi</x:xmpmeta>')
    .toBuffer()
}

const DAMAGED = {
  status: 400,
  body: { code: 'VALIDATION_FAILED', message: 'body: The picture is damaged or incomplete' },
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

type HostilePicture = [name: string, make: () => Buffer | Promise<Buffer>, refusal: object]

/**
 * Files that must be refused, each with its refusal. `acceptedTypes` is the list in the refusal,
 * for example `JPEG, PNG or WebP`.
 */
export function hostilePictures(acceptedTypes: string): HostilePicture[] {
  const UNSUPPORTED = {
    status: 415,
    body: { code: 'UNSUPPORTED_MEDIA_TYPE', message: `Send a ${acceptedTypes} picture` },
  }
  return [
    ['an empty file', () => Buffer.alloc(0), UNSUPPORTED],
    ['a text file', () => Buffer.from('not a picture'), UNSUPPORTED],
    ['an SVG with a script', () => Buffer.from(SVG), UNSUPPORTED],
    ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), UNSUPPORTED],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), UNSUPPORTED],
    ['a GIF', () => plainPicture().gif().toBuffer(), UNSUPPORTED],
    ['a TIFF', () => plainPicture().tiff().toBuffer(), UNSUPPORTED],
    [
      'an SVG behind the first bytes of a JPEG',
      () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from(SVG)]),
      DAMAGED,
    ],
    ['an SVG in the frame of a WebP', () => Buffer.from(`RIFF\x10\x00\x00\x00WEBP${SVG}`, 'latin1'), DAMAGED],
    ['a truncated JPEG', async () => truncate(await noisyPicture().jpeg().toBuffer()), DAMAGED],
    ['a truncated PNG', async () => truncate(await noisyPicture().png().toBuffer()), DAMAGED],
    ['a truncated WebP', async () => truncate(await noisyPicture().webp().toBuffer()), DAMAGED],
    [
      'a truncated AVIF',
      async () => truncate(await noisyPicture().avif().toBuffer()),
      acceptedTypes.includes('AVIF') ? DAMAGED : UNSUPPORTED,
    ],
    [
      'a bomb: few bytes with the header of 900 million pixels',
      () => pngWithoutPixels(30_000, 30_000),
      {
        status: 400,
        body: {
          code: 'VALIDATION_FAILED',
          message: 'body: The picture has 30000 × 30000 pixels; at most 52 million are possible',
        },
      },
    ],
    ['a PNG whose pixels are missing', () => pngWithoutPixels(600, 400), DAMAGED],
    [
      'a file above the limit',
      () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(PICTURE_MAX_BYTES)]),
      { status: 413, body: { code: 'PAYLOAD_TOO_LARGE', message: 'The request body is too large' } },
    ],
  ]
}

/** A picture that compresses badly. If its file is cut in half, many pixels are missing. */
function noisyPicture() {
  const [width, height] = [200, 200]
  const pixels = Buffer.alloc(width * height * 3, 0)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * 7919) % 251
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

function truncate(file: Buffer) {
  return file.subarray(0, Math.floor(file.length / 2))
}

/** A PNG with this size in its header and nearly no data. */
function pngWithoutPixels(width: number, height: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits for each colour, RGB, the standard compression, the standard filters, no interlacing.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(100))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(name: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
