import { productPath } from '../catalogue/product-urls.ts'
import { averageOf, type RatingSum } from './rating-average.ts'

/** A rating has 1 to 5 stars. */
export const STARS_MAX = 5

export const STARS = [1, 2, 3, 4, 5] as const
export const RATING_TEXT_MAX_LENGTH = 2000
export const ANSWER_MAX_LENGTH = 1000
export const PICTURES_PER_RATING_MAX = 3

/** The only reasons for which the shop may hide a rating, as its rules say. */
export const HIDE_REASONS = ['insult', 'person', 'offTopic', 'unlawful'] as const
export type HideReason = (typeof HIDE_REASONS)[number]

export const HIDE_REASON_TEXTS: Readonly<Record<HideReason, string>> = {
  insult: 'It insults somebody',
  person: 'It names a person or has personal data',
  offTopic: 'It is not about the snack',
  unlawful: 'It is false or against the law',
}

export const RATING_SORTS = ['newest', 'helpful'] as const
export type RatingSort = (typeof RATING_SORTS)[number]

/** The name of a buyer who shows none. */
export const A_BUYER = 'A buyer'

/** Where the shop publishes its rules of ratings. */
export const RATING_RULES_PATH = '/terms#ratings'

/** Such as “4.3 out of 5 stars, 12 ratings”. */
export function describeRating(rating: RatingSum): string {
  return `${averageOf(rating)} out of ${STARS_MAX} stars, ${countRatings(rating.count)}`
}

export function countRatings(count: number): string {
  return count === 1 ? '1 rating' : `${count} ratings`
}

/** Where the page of a snack shows its ratings. */
export function ratingsPath(productId: string): string {
  return `${productPath(productId)}#ratings`
}

/** Where the buyer of a snack rates it. The link of a guest's order proves who rates. */
export function ratePath(productId: string, token?: string): string {
  // No server sees the fragment.
  return productPath(productId) + (token === undefined ? '#rate' : `#order=${token}`)
}
