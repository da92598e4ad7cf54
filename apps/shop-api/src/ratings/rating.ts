import { type RatingSum } from '@nashta/contracts/ratings/rating-average'
import { A_BUYER, type HideReason, PICTURES_PER_RATING_MAX } from '@nashta/contracts/ratings/rating-texts'
import type {
  DeskRating,
  OwnRating,
  RatingInput,
  RatingList,
  ShownRating,
} from '@nashta/contracts/ratings/ratings'
import type { HelpPicture } from '@nashta/contracts/tickets/ticket'
import { ServiceError } from '@nashta/service-kit/service-error'

/** The keys by which one person has one rating of a snack: a user id, and the hash of an e-mail address. */
export type PersonKeys = readonly string[]

export type RatingRecord = {
  id: string
  /** The family of the snack, or the id of a product without one. */
  family: string
  productId: string
  productName: string
  /** The order with which the snack came. */
  purchaseId: string
  personKeys: PersonKeys
  firstName: string
  isNamed: boolean
  stars: number
  text: string
  pictures: readonly HelpPicture[]
  createdAt: string
  updatedAt: string
  helpful: number
  hidden?: { reason: HideReason; at: string; by: string }
  /** The complaint with which the author objects to the hiding. */
  objection?: { number: string; at: string }
  answer?: { text: string; at: string }
  /** How often it was hidden or shown again. Each time is one mail. */
  turns: number
}

export function newRating(
  input: RatingInput,
  fields: Pick<
    RatingRecord,
    'id' | 'family' | 'productId' | 'productName' | 'purchaseId' | 'personKeys' | 'firstName'
  >,
  at: Date,
): RatingRecord {
  const { stars, text, isNamed } = input
  const time = at.toISOString()
  return {
    ...fields,
    stars,
    text,
    isNamed,
    pictures: [],
    createdAt: time,
    updatedAt: time,
    helpful: 0,
    turns: 0,
  }
}

/** The rating as its author has changed it. A hidden rating stays hidden. */
export function changeRating(
  before: RatingRecord,
  { stars, text, isNamed, pictures: stay }: RatingInput,
  at: Date,
): RatingRecord {
  const pictures = before.pictures.filter(({ id }) => stay.includes(id))
  const isSame =
    stars === before.stars &&
    text === before.text &&
    isNamed === before.isNamed &&
    pictures.length === before.pictures.length
  return isSame ? before : { ...before, stars, text, isNamed, pictures, updatedAt: at.toISOString() }
}

/** The rating with the picture. A rating that has the picture is returned unchanged. */
export function addPicture(rating: RatingRecord, picture: HelpPicture): RatingRecord {
  const { pictures } = rating
  if (pictures.some(({ id }) => id === picture.id)) return rating
  if (pictures.length >= PICTURES_PER_RATING_MAX)
    throw new ServiceError('PICTURES_LIMITED', `A rating has at most ${PICTURES_PER_RATING_MAX} pictures`)
  return { ...rating, pictures: [...pictures, picture] }
}

export function removePicture(rating: RatingRecord, pictureId: string): RatingRecord {
  return { ...rating, pictures: rating.pictures.filter(({ id }) => id !== pictureId) }
}

/** Hides the rating. A hidden rating is returned unchanged. */
export function hide(rating: RatingRecord, hidden: NonNullable<RatingRecord['hidden']>): RatingRecord {
  if (rating.hidden) return rating
  const { objection: _earlier, ...rest } = rating
  return { ...rest, hidden, turns: rating.turns + 1 }
}

/** Shows the rating again. A shown rating is returned unchanged. */
export function show(rating: RatingRecord): RatingRecord {
  const { hidden, ...rest } = rating
  return hidden ? { ...rest, turns: rating.turns + 1 } : rating
}

/** The shop answers once: another text is refused. */
export function answer(rating: RatingRecord, text: string, at: Date): RatingRecord {
  if (rating.answer?.text === text) return rating
  if (rating.answer) throw new ServiceError('ILLEGAL_TRANSITION', 'This rating has an answer already')
  return { ...rating, answer: { text, at: at.toISOString() } }
}

export function object(
  rating: RatingRecord,
  objection: NonNullable<RatingRecord['objection']>,
): RatingRecord {
  if (!rating.hidden) throw new ServiceError('ILLEGAL_TRANSITION', 'This rating is not hidden')
  return rating.objection ? rating : { ...rating, objection }
}

export function listOf({ hidden }: Pick<RatingRecord, 'hidden'>): RatingList {
  return hidden ? 'hidden' : 'shown'
}

/** How many of the shown ratings of a snack have 1, 2, 3, 4 and 5 stars. */
export type Stars = readonly number[]

const NO_STARS: Stars = [0, 0, 0, 0, 0]

/** The counts after a change of one rating. Null stands for a rating that is not there. */
export function countedStars(
  stars: Stars = NO_STARS,
  before: RatingRecord | null,
  after: RatingRecord | null,
): Stars {
  const units = (rating: RatingRecord | null, star: number) =>
    rating && !rating.hidden && rating.stars === star ? 1 : 0
  return stars.map((count, index) => count - units(before, index + 1) + units(after, index + 1))
}

/** Null without any shown rating. */
export function sumOf(stars: Stars): RatingSum | null {
  const count = stars.reduce((total, each) => total + each, 0)
  const sum = stars.reduce((total, each, index) => total + each * (index + 1), 0)
  return count === 0 ? null : { sum, count }
}

export function toShown(rating: RatingRecord): ShownRating {
  const { id, stars, text, isNamed, firstName, createdAt, pictures, helpful, answer: given } = rating
  return {
    id,
    stars,
    text,
    name: isNamed && firstName !== '' ? firstName : A_BUYER,
    at: createdAt,
    pictures: [...pictures],
    helpful,
    ...(given && { answer: given }),
  }
}

export function toOwn(rating: RatingRecord): OwnRating {
  const { isNamed, hidden, objection } = rating
  return {
    ...toShown(rating),
    isNamed,
    ...(hidden && { hidden: { reason: hidden.reason, at: hidden.at } }),
    ...(objection && { objection }),
  }
}

export function toDesk(rating: RatingRecord): DeskRating {
  const { productId, productName, purchaseId, hidden, objection } = rating
  return {
    ...toShown(rating),
    productId,
    productName,
    orderId: purchaseId,
    ...(hidden && { hidden }),
    ...(objection && { objection }),
  }
}

export function ratingNotFound() {
  return new ServiceError('RATING_NOT_FOUND', 'There is no such rating')
}
