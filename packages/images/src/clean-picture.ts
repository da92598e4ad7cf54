import type { PictureType } from '@nashta/contracts/catalogue/picture'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { createConcurrencyLimit } from '@nashta/service-kit/limits/concurrency-limit'
import sharp from 'sharp'

// Only these decoders may run. libvips can also read SVG, PDF and other formats that attackers use.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})

/** The most pixels that an uploaded picture may have. Photos of phones have fewer. */
const PIXELS_MAX = 52_000_000

/** The most pixels in width and in height of a stored picture. Pages show at most 1200 in width. */
const STORED_EDGE_MAX = 2000

/** A cleaner decodes one picture at a time, so that uploads cannot use up the memory. */
const DECODE_LIMITS = { concurrent: 1, queued: 8 }

/** `name` is sharp's name of the format. `matches` looks at the first bytes of a file. */
type Format = { name: string; type: PictureType; matches: (bytes: Buffer) => boolean }

/** Files are recognised by their first bytes: the content type of a request may be wrong. */
const FORMATS: Format[] = [
  { name: 'jpeg', type: 'image/jpeg', matches: (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff' },
  {
    name: 'png',
    type: 'image/png',
    matches: (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a',
  },
  {
    name: 'webp',
    type: 'image/webp',
    matches: (bytes) => textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP',
  },
  {
    name: 'heif',
    type: 'image/avif',
    matches: (bytes) => textAt(bytes, 4) === 'ftyp' && textAt(bytes, 8) === 'avif',
  },
]

const TYPE_NAMES: Record<PictureType, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
}

export type CleanPicture = { bytes: Buffer; width: number; height: number }

/**
 * Returns a function that makes an upright WebP picture from an uploaded file. The picture has no
 * metadata, such as the place of a photo. The function throws a ServiceError for a file that is not
 * of the given types, and for a picture that is too large or damaged.
 */
export function createPictureCleaner(types: readonly PictureType[]) {
  const runLimited = createConcurrencyLimit(DECODE_LIMITS)
  const formats = FORMATS.filter(({ type }) => types.includes(type))
  const acceptedTypes = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    types.map((type) => TYPE_NAMES[type]),
  )

  return async function cleanPicture(file: Buffer): Promise<CleanPicture> {
    const format = formats.find(({ matches }) => matches(file))
    if (!format) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `Send a ${acceptedTypes} picture`)
    return runLimited(async () => {
      await checkHeader(file, format.name)
      return encodeAsWebp(file)
    })
  }
}

async function checkHeader(file: Buffer, format: string) {
  // No pixel is decoded yet. sharp's own limit is off, because its error would not name the size.
  const header = await readOrRefuse(() => sharp(file, { limitInputPixels: false }).metadata())
  const { width, height } = header
  // sharp calls AVIF `heif`, but HEIF with another compression than AV1 is not AVIF.
  const isExpected = header.format === format && (format !== 'heif' || header.compression === 'av1')
  if (!isExpected) throw damagedError()
  if (width * height > PIXELS_MAX)
    throw new ServiceError(
      'VALIDATION_FAILED',
      `body: The picture has ${width} × ${height} pixels; at most ${PIXELS_MAX / 1_000_000} million are possible`,
    )
}

async function encodeAsWebp(file: Buffer): Promise<CleanPicture> {
  const { data, info } = await readOrRefuse(() =>
    sharp(file, { failOn: 'error', limitInputPixels: PIXELS_MAX })
      .autoOrient()
      .resize({ width: STORED_EDGE_MAX, height: STORED_EDGE_MAX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .toBuffer({ resolveWithObject: true }),
  )
  return { bytes: data, width: info.width, height: info.height }
}

async function readOrRefuse<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw damagedError(error)
  }
}

function damagedError(cause?: unknown) {
  return new ServiceError('VALIDATION_FAILED', 'body: The picture is damaged or incomplete', { cause })
}

function textAt(bytes: Buffer, offset: number) {
  return bytes.toString('latin1', offset, offset + 4)
}
