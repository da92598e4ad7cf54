import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import { PICTURE_MAX_BYTES } from '@nashta/contracts/catalogue/picture'
import { HELP_PICTURE_TYPES, PICTURES_PER_TICKET_MAX } from '@nashta/contracts/orders/help-picture'
import type { OrderAccess } from '../order-queries.ts'
import { sendHelpPicture } from './help-calls.ts'

const PICTURE_FAILED = 'could not be sent. Please try again.'
const MAX_MB = PICTURE_MAX_BYTES / 1024 / 1024

/** What is wrong with the chosen files, in words; empty when they can be sent. The ticket has room for `maxCount` files. */
export function faultOf(pictures: readonly File[], maxCount = PICTURES_PER_TICKET_MAX): string {
  const types: readonly string[] = HELP_PICTURE_TYPES
  const other = pictures.find(({ type }) => !types.includes(type))
  if (other) return `${other.name} is not a JPEG, PNG or WebP picture.`
  const large = pictures.find(({ size }) => size > PICTURE_MAX_BYTES)
  if (large) return `${large.name} has more than ${MAX_MB} MB.`
  if (pictures.length <= maxCount) return ''
  return `Please choose at most ${maxCount === 1 ? 'one picture' : `${maxCount} pictures`}.`
}

/** Sends one picture after the other. Resolves to one sentence for each that could not be sent. */
export async function sendPictures(access: OrderAccess, number: string, pictures: readonly File[]) {
  const failures: string[] = []
  for (const picture of pictures) {
    try {
      await sendHelpPicture(access, number, picture)
    } catch (error) {
      failures.push(`${picture.name}: ${reasonOf(error)}`)
    }
  }
  return failures
}

/** The store's message without its prefixes, which would follow the name of the picture. */
function reasonOf(error: unknown) {
  return storeMessageOf(error, PICTURE_FAILED).replace(/^API request failed: (?:body: )?/, '')
}
