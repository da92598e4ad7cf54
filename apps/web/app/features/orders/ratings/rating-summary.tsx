import { averageOf } from '@nashta/contracts/ratings/rating-average'
import { countRatings, STARS_MAX } from '@nashta/contracts/ratings/rating-texts'

/** The average of the ratings, and how many have each number of stars. `stars[0]` counts those with one star. */
export function RatingSummary({ stars }: { stars: readonly number[] }) {
  const count = stars.reduce((total, each) => total + each, 0)
  const sum = stars.reduce((total, each, index) => total + each * (index + 1), 0)
  if (count === 0) return <p className="text-lg">Nobody has rated this snack yet.</p>
  return (
    <div className="flex flex-wrap items-center gap-x-10 gap-y-5">
      <p>
        <span className="font-display text-6xl font-semibold tabular-nums">{averageOf({ sum, count })}</span>{' '}
        <span className="text-ink-soft">
          of {STARS_MAX} · {countRatings(count)}
        </span>
      </p>
      <ul className="grid min-w-64 grow gap-1 sm:max-w-96">
        {stars
          .map((each, index) => ({ each, star: index + 1 }))
          .toReversed()
          .map(({ each, star }) => (
            <li key={star} className="grid grid-cols-[3.5rem_1fr_3rem] items-center gap-3 tabular-nums">
              {star} {star === 1 ? 'star' : 'stars'}
              <progress
                aria-hidden="true"
                value={each}
                max={count}
                className="h-2.5 w-full overflow-hidden rounded-full bg-paper-deep [&::-moz-progress-bar]:bg-raspberry [&::-webkit-progress-bar]:bg-paper-deep [&::-webkit-progress-value]:bg-raspberry"
              />
              <span className="text-right">{each}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}
