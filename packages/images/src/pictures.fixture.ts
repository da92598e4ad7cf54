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
  return png(pngHeader(width, height), deflateSync(Buffer.alloc(100)))
}

function pngHeader(width: number, height: number, { depth = 8, colourType = 2, isInterlaced = false } = {}) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // The compression and the filters are the standard ones.
  header.set([depth, colourType, 0, 0, isInterlaced ? 1 : 0], 8)
  return header
}

function png(header: Buffer, compressedPixels: Buffer, texts: readonly Buffer[] = []) {
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...texts,
    pngChunk('IDAT', compressedPixels),
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

const TOO_COSTLY = {
  status: 400,
  body: {
    code: 'VALIDATION_FAILED',
    message: 'body: The picture takes too long to read; save it again as an ordinary JPEG or PNG',
  },
}

const tooLong = (size: string) => ({
  status: 400,
  body: {
    code: 'VALIDATION_FAILED',
    message: `body: The picture has ${size} pixels; an edge has at most 20,000`,
  },
})

/**
 * Small files that would take a decoder seconds of CPU time or hundreds of megabytes, each with its
 * refusal.
 */
export const COSTLY_PICTURES: HostilePicture[] = [
  ['a JPEG with 800 scans', () => jpegWithScans(7000, 7000, 800), TOO_COSTLY],
  ['a PNG of one column', () => plainPng(1, 51_000_000), tooLong('1 × 51000000')],
  ['a PNG of one row', () => plainPng(51_000_000, 1), tooLong('51000000 × 1')],
  [
    'an interlaced PNG with 16 bits for each colour',
    () => plainPng(7200, 7200, { depth: 16, isInterlaced: true }),
    TOO_COSTLY,
  ],
  [
    'a progressive JPEG with all colours of 50 million pixels',
    () => plainPicture(7072, 7072).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    TOO_COSTLY,
  ],
  ['a PNG with 100 texts that inflate to 7 MB each', pngWithTexts, TOO_COSTLY],
]

function pngWithTexts() {
  const text = Buffer.concat([
    Buffer.from('Comment\0\0', 'latin1'),
    deflateSync(Buffer.alloc(7_000_000, 'a')),
  ])
  const texts = Array.from({ length: 100 }, () => pngChunk('zTXt', text))
  return png(pngHeader(60, 40), deflateSync(Buffer.alloc(40 * (1 + 60 * 3))), texts)
}

/** The step in x and y, and the first column and row, of each pass of an interlaced PNG. */
const PASSES = [
  [8, 8, 0, 0],
  [8, 8, 4, 0],
  [4, 8, 0, 4],
  [4, 4, 2, 0],
  [2, 4, 0, 2],
  [2, 2, 1, 0],
  [1, 2, 0, 1],
] as const

/** A black RGBA picture. Its pixels compress to a thousandth. */
export function plainPng(width: number, height: number, { depth = 8, isInterlaced = false } = {}) {
  const bytesOf = (columns: number, rows: number) => rows * (1 + (columns * 4 * depth) / 8)
  const length = isInterlaced
    ? PASSES.reduce((sum, [stepX, stepY, startX, startY]) => {
        const columns = Math.ceil((width - startX) / stepX)
        return sum + bytesOf(columns, Math.ceil((height - startY) / stepY))
      }, 0)
    : bytesOf(width, height)
  const header = pngHeader(width, height, { depth, colourType: 6, isInterlaced })
  return png(header, deflateSync(Buffer.alloc(length)))
}

/**
 * A grey progressive JPEG. Each scan has one bit of one of the 63 frequencies. All of them are 0,
 * which takes a few bytes for a scan.
 */
function jpegWithScans(width: number, height: number, scanCount: number) {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  const frame = jpegSegment(0xc2, Buffer.concat([Buffer.of(8), size, Buffer.of(1, 1, 0x11, 0)]))
  const scans = Array.from({ length: scanCount }, (_, index) => {
    const [frequency, bit] = [1 + Math.floor(index / BITS), BITS - 1 - (index % BITS)]
    const bitBefore = bit === BITS - 1 ? 0 : bit + 1
    const header = Buffer.of(1, 1, 0x00, frequency, frequency, (bitBefore << 4) | bit)
    return Buffer.concat([jpegSegment(0xda, header), zeroRuns(blocks)])
  })
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    jpegSegment(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)])),
    frame,
    huffmanTable(0x00, 0x00),
    huffmanTable(0x10, LONGEST_RUN),
    // The scan of the mean of each block. The mean is the same in all blocks, so it takes one bit.
    jpegSegment(0xda, Buffer.of(1, 1, 0x00, 0, 0, 0)),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...scans,
    Buffer.from('ffd9', 'hex'),
  ])
}

/** The bits of a frequency, each in a scan of its own. */
const BITS = 13
/** The symbol for 16,384 to 32,767 blocks without further values. 14 bits follow it. */
const LONGEST_RUN = 0xe0
const RUN_BLOCKS = 32_767

/** The scan data that says that the frequencies of all blocks are 0. */
function zeroRuns(blocks: number) {
  const bits = `0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / RUN_BLOCKS))
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  const bytes = padded.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []
  // A byte 255 is followed by 0, which tells it from a marker.
  return Buffer.from(bytes.flatMap((byte) => (byte === 255 ? [255, 0] : [byte])))
}

/** A table with one symbol, whose code is the bit 0. */
function huffmanTable(id: number, symbol: number) {
  return jpegSegment(0xc4, Buffer.of(id, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, symbol))
}

function jpegSegment(marker: number, data: Buffer) {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return Buffer.concat([Buffer.of(0xff, marker), length, data])
}
