import { useCall } from '@nashta/browser/forms/use-call'
import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { RATING_RULES_PATH, RATING_SORTS, type RatingSort } from '@nashta/contracts/ratings/rating-texts'
import { listRatings, type Ratings as RatingsPage } from '@nashta/contracts/ratings/ratings'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { Spinner } from '@nashta/ui/spinner'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { fetchShop } from '../../../data/calls/fetch-shop.ts'
import { useFace } from '../../../data/shop/use-face.ts'
import { RateSnack } from './rate-snack.tsx'
import { RatingList } from './rating-list.tsx'
import { RatingSummary } from './rating-summary.tsx'
import { StopRatingMails } from './stop-rating-mails.tsx'

const SORT_LABELS: Record<RatingSort, string> = { newest: 'Newest', helpful: 'Most helpful' }

export type RatingsProps = {
  /** The id of the product. */
  id: string
  /**
   * The fragment of the address. `#rate` opens the form of a shopper, `#order=TOKEN` that of a guest.
   * `#stop=TOKEN`, in mails, offers to end mails about ratings.
   */
  hash: string
  isSignedIn: boolean
}

/** All ratings of a snack, and the shopper's own one. */
export default function Ratings({ id, hash, isSignedIn }: RatingsProps) {
  const [sort, setSort] = useState<RatingSort>('newest')
  const [shown, setShown] = useState<RatingsPage | null>(null)
  const [isPressed, setPressed] = useState(false)
  const isRating = isPressed || /^#(?:rate$|order)/.test(hash)
  const shopName = useFace()?.name ?? 'The shop'
  const top = useRef<HTMLDivElement>(null)
  const token = /^#(?:order|stop)=([\w-]+)$/.exec(hash)?.[1]
  const { run, isBusy, failure } = useCall<{ sort: RatingSort; cursor?: string }>(async (query) => {
    const { data } = await fetchShop(listRatings, { params: { id }, query })
    const before = query.cursor === undefined ? [] : (shown?.ratings ?? [])
    setShown({ ...data, ratings: [...before, ...data.ratings] })
  }, STORE_UNREACHABLE)
  const load = useEffectEvent((by: RatingSort) => void run({ sort: by }))
  useEffect(() => {
    load(sort)
  }, [sort])
  useEffect(() => {
    // The browser scrolls to `#ratings` by itself. The other fragments are no ids of elements.
    if (hash !== '') top.current?.scrollIntoView()
  }, [hash])

  return (
    <div ref={top} className="grid max-w-4xl scroll-mt-28 gap-8">
      {token !== undefined && hash.startsWith('#stop') ? <StopRatingMails token={token} /> : null}
      {shown ? <RatingSummary stars={shown.stars} /> : null}
      {isRating ? (
        <section
          aria-label="Your rating"
          className="rounded-[1.75rem] border-[1.5px] border-line bg-white px-5 py-6 sm:px-8"
        >
          <RateSnack
            productId={id}
            token={token}
            isSignedIn={isSignedIn}
            onChange={() => void run({ sort })}
          />
        </section>
      ) : (
        <div>
          <Button look="outline" onClick={() => setPressed(true)}>
            Rate this snack
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-ink-soft">
          Every rating is by somebody who bought the snack here.{' '}
          <Link to={RATING_RULES_PATH} className="underline underline-offset-4 hover:text-raspberry-deep">
            Our rules
          </Link>
        </p>
        {shown && shown.ratings.length > 1 ? (
          <fieldset className="flex gap-5">
            <legend className="sr-only">Sort ratings</legend>
            {RATING_SORTS.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === sort}
                onClick={() => setSort(each)}
                className="min-h-11 font-medium underline-offset-4 hover:underline aria-pressed:underline"
              >
                {SORT_LABELS[each]}
              </button>
            ))}
          </fieldset>
        ) : null}
      </div>
      {shown && shown.ratings.length > 0 ? <RatingList ratings={shown.ratings} shopName={shopName} /> : null}
      {!shown && isBusy ? <Spinner label="One moment..." /> : null}
      {failure ? <Failure>{failure}</Failure> : null}
      {shown?.nextCursor ? (
        <div>
          <Button
            look="outline"
            onClick={() => void run({ sort, ...(shown.nextCursor && { cursor: shown.nextCursor }) })}
          >
            {isBusy ? 'One moment...' : 'More ratings'}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
