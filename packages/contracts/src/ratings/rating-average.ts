// Every page with products loads this file.

/** The sum of the stars of all shown ratings, and their number. Whole numbers, so that they are exact. */
export type RatingSum = { sum: number; count: number }

/** The average with one decimal, such as “4.3”. */
export function averageOf({ sum, count }: RatingSum): string {
  return (sum / count).toFixed(1)
}

/** Such as “★ 4.3 (12)”. */
export function shortRating(rating: RatingSum): string {
  return `★ ${averageOf(rating)} (${rating.count})`
}
