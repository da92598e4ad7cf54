import { useCall } from '@nashta/browser/forms/use-call'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { formatLongDate } from '@nashta/contracts/dates'
import { findHelpful, type ShownRating } from '@nashta/contracts/ratings/ratings'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { useState } from 'react'
import { fetchShop } from '../../../data/calls/fetch-shop.ts'
import { RatingStars } from './rating-stars.tsx'

export type RatingListProps = {
  ratings: readonly ShownRating[]
  /** What the shop is called, for its answers. */
  shopName: string
}

/** Ratings as every visitor sees them, all alike. */
export function RatingList({ ratings, shopName }: RatingListProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {ratings.map((rating) => (
        <li key={rating.id} className="py-6">
          <Rating rating={rating} shopName={shopName} />
        </li>
      ))}
    </ul>
  )
}

function Rating({ rating, shopName }: { rating: ShownRating; shopName: string }) {
  const { id, stars, text, name, at, pictures, answer } = rating
  return (
    <article aria-label={`Rating by ${name}`}>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <RatingStars stars={stars} />
        <strong className="font-semibold wrap-anywhere">{name}</strong>
        <span className="text-[0.9375rem] text-ink-soft">
          {formatLongDate(at)} · <span className="font-medium text-pistachio">Bought here</span>
        </span>
      </p>
      {text ? <p className="mt-3 max-w-prose whitespace-pre-line text-pretty wrap-anywhere">{text}</p> : null}
      {pictures.length > 0 ? (
        <ul className="mt-4 flex flex-wrap gap-3">
          {pictures.map((picture, index) => {
            const url = `${SHOP_API_BASE}/ratings/${id}/pictures/${picture.id}`
            return (
              <li key={picture.id}>
                <a href={url} target="_blank" rel="noopener">
                  <img
                    src={url}
                    alt={`What ${name} received, ${index + 1}`}
                    width={picture.width}
                    height={picture.height}
                    loading="lazy"
                    className="size-28 rounded-2xl bg-paper-deep object-cover"
                  />
                </a>
              </li>
            )
          })}
        </ul>
      ) : null}
      {answer ? (
        <div className="mt-4 ml-4 border-l-2 border-line pl-4">
          <p className="font-semibold">
            {shopName} answers{' '}
            <span className="text-[0.9375rem] font-normal text-ink-soft">{formatLongDate(answer.at)}</span>
          </p>
          <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{answer.text}</p>
        </div>
      ) : null}
      <Helpful id={id} count={rating.helpful} name={name} />
    </article>
  )
}

function Helpful({ id, count, name }: { id: string; count: number; name: string }) {
  const isHydrated = useHydrated()
  const [voted, setVoted] = useState<number | null>(null)
  const { run, isBusy, failure } = useCall(async () => {
    const { data } = await fetchShop(findHelpful, { params: { ratingId: id }, body: {} })
    setVoted(data.helpful)
  }, 'This could not be sent. Please try again.')
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 text-[0.9375rem]">
      <output className="text-ink-soft empty:hidden">{helpfulText(voted ?? count)}</output>
      {isHydrated && voted === null ? (
        <button
          type="button"
          onClick={() => void run()}
          className="min-h-11 font-medium underline underline-offset-4 hover:text-raspberry-deep"
        >
          {isBusy ? 'One moment...' : 'This helped me'}
          <span className="sr-only">: rating by {name}</span>
        </button>
      ) : null}
      {failure ? <span className="text-danger-deep">{failure}</span> : null}
    </div>
  )
}

function helpfulText(visitors: number) {
  if (visitors === 0) return ''
  return visitors === 1 ? 'Helpful for one visitor' : `Helpful for ${visitors} visitors`
}
