import type { PictureType } from '@nashta/contracts/catalogue/picture'
import { createCallerLimit } from '@nashta/service-kit/limits/caller-limit'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type CleanPicture, type DecodeLimits, decodePicture } from './decode-picture.ts'
import { checkHeader } from './picture-header.ts'

/** Two pictures are decoded at once, so that uploads cannot use up the memory. */
const CONCURRENT = 2
const QUEUED = 8

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

export type PictureCleanerOptions = {
  types: readonly PictureType[]
  /** How many pictures of one caller may wait while another one of the caller is decoded. */
  queuedPerCaller: number
  /** Only tests set other limits than those of `decodePicture`. */
  limits?: Partial<DecodeLimits>
}

export type PictureUpload = {
  /** Stands for a person or a network. One picture of a caller is decoded at a time. */
  caller: string
  /** Aborted when the caller has closed the connection. */
  signal: AbortSignal
}

export type CleanPictureFile = (file: Buffer, upload: PictureUpload) => Promise<CleanPicture>

/**
 * Returns a function that makes an upright WebP picture from an uploaded file. The picture has no
 * metadata, such as the place of a photo. The function throws a ServiceError for a file that is not
 * of the given types, and for a picture that is damaged, too large or takes too long to decode.
 */
export function createPictureCleaner({
  types,
  queuedPerCaller,
  limits,
}: PictureCleanerOptions): CleanPictureFile {
  const runLimited = createCallerLimit({ concurrent: CONCURRENT, queued: QUEUED, queuedPerCaller })
  const formats = FORMATS.filter(({ type }) => types.includes(type))
  const acceptedTypes = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    types.map((type) => TYPE_NAMES[type]),
  )

  return async function cleanPicture(file, upload) {
    const format = formats.find(({ matches }) => matches(file))
    if (!format) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `Send a ${acceptedTypes} picture`)
    checkHeader(file, format.type)
    const { signal } = upload
    return runLimited(upload, () => decodePicture(file, { format: format.name, signal, limits }))
  }
}

function textAt(bytes: Buffer, offset: number) {
  return bytes.toString('latin1', offset, offset + 4)
}
