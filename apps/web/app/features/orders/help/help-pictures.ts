import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import { PICTURE_MAX_BYTES } from '@nashta/contracts/catalogue/picture'
import { HELP_PICTURE_TYPES, PICTURES_PER_TICKET_MAX } from '@nashta/contracts/orders/help-picture'

const PICTURE_FAILED = 'could not be sent. Please try again.'
const MAX_MB = PICTURE_MAX_BYTES / 1024 / 1024

/** A sentence about the first fault of the chosen files. Empty when the files can be sent. */
export async function faultOf(
  pictures: readonly File[],
  maxCount = PICTURES_PER_TICKET_MAX,
): Promise<string> {
  const areSupported = await Promise.all(pictures.map(isSupported))
  const wrongType = pictures[areSupported.indexOf(false)]
  if (wrongType) return `${wrongType.name} is not a JPEG, PNG or WebP picture.`
  const tooLarge = pictures.find(({ size }) => size > PICTURE_MAX_BYTES)
  if (tooLarge) return `${tooLarge.name} has more than ${MAX_MB} MB.`
  if (pictures.length <= maxCount) return ''
  return `Please choose at most ${maxCount === 1 ? 'one picture' : `${maxCount} pictures`}.`
}

/** The first bytes of a JPEG, PNG or WebP picture. */
const FIRST_BYTES = /^(?:\xFF\xD8\xFF|\x89PNG|RIFF.{4}WEBP)/s

/** The browser takes a file's type from its name, so the first bytes are checked too. */
async function isSupported(file: File) {
  const types: readonly string[] = HELP_PICTURE_TYPES
  if (!types.includes(file.type)) return false
  const bytes = await file.slice(0, 12).arrayBuffer()
  return FIRST_BYTES.test(String.fromCharCode(...new Uint8Array(bytes)))
}

/** Sends the pictures one after the other. Resolves to a sentence for each one that failed. */
export async function sendPictures(
  pictures: readonly File[],
  send: (picture: File) => Promise<unknown>,
): Promise<string[]> {
  const failures: string[] = []
  for (const picture of pictures) {
    try {
      await send(picture)
    } catch (error) {
      failures.push(`${picture.name}: ${reasonOf(error)}`)
    }
  }
  return failures
}

/** The store's message without its prefix: here the name of the picture comes first. */
function reasonOf(error: unknown) {
  return storeMessageOf(error, PICTURE_FAILED).replace(/^API request failed: (?:body: )?/, '')
}
