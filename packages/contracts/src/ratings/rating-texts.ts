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
  unlawful: 'It says what is false or forbidden by law',
}

export const RATING_SORTS = ['newest', 'helpful'] as const
export type RatingSort = (typeof RATING_SORTS)[number]

/** The name of a buyer who shows none. */
export const A_BUYER = 'A buyer'

/** The page with the rules of ratings. */
export const RATING_RULES_PATH = '/ratings'

/** The page with all ratings of a snack. */
export function ratingsPath(productId: string): string {
  return `/products/${encodeURIComponent(productId)}/ratings`
}

/** The sum of the stars of all shown ratings, and their number. Whole numbers, so that they are exact. */
export type RatingSum = { sum: number; count: number }

/** The average with one decimal, such as 4.3. */
export function averageOf({ sum, count }: RatingSum): number {
  return Math.round((sum * 10) / count) / 10
}

/** Such as “4.3 out of 5 stars, 12 ratings”. */
export function describeRating(rating: RatingSum): string {
  return `${averageOf(rating).toFixed(1)} out of ${STARS_MAX} stars, ${countRatings(rating.count)}`
}

export function countRatings(count: number): string {
  return count === 1 ? '1 rating' : `${count} ratings`
}
