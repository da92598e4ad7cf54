import { STARS_MAX } from '@nashta/contracts/ratings/rating-texts'

/** The stars of one rating, with their number for screen readers. */
export function RatingStars({ stars }: { stars: number }) {
  return (
    <span className="whitespace-nowrap">
      <span className="sr-only">
        {stars} of {STARS_MAX} stars
      </span>
      <span aria-hidden="true" className="tracking-widest text-raspberry">
        {'★'.repeat(stars)}
        <span className="text-line">{'★'.repeat(STARS_MAX - stars)}</span>
      </span>
    </span>
  )
}
