import { type RatingSum, shortRating } from '@nashta/contracts/ratings/rating-average'
import { Button } from '@nashta/ui/button'
import { SectionHeading } from '@nashta/ui/layout'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '../../../data/late/awaited-parts.tsx'
import type { RatingsProps } from './ratings.tsx'

const Ratings = lazyPart<RatingsProps>(() => import('./ratings.tsx'))

/** `#ratings` and `#rate`, `#order=TOKEN` and `#stop=TOKEN`. */
const OPENING_HASH = /^#(?:rat|order|stop)/

type RatingsSectionProps = Omit<RatingsProps, 'hash'> & { rating: RatingSum | undefined }

/** The ratings of a snack. Their code is loaded at a press, or for a link that leads to them. */
export function RatingsSection({ rating, ...props }: RatingsSectionProps) {
  const [isPressed, setPressed] = useState(false)
  const { hash } = useLocation()
  const shownHash = useHydrated() ? hash : ''
  return (
    <section id="ratings" aria-labelledby="ratings-title" className="border-t border-line pt-14 lg:pt-20">
      <div className="mb-6">
        <SectionHeading id="ratings-title">Ratings</SectionHeading>
      </div>
      {isPressed || OPENING_HASH.test(shownHash) ? (
        <Ratings {...props} hash={shownHash} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          {rating ? <p className="text-lg font-semibold">{shortRating(rating)}</p> : null}
          <Button look="outline" onClick={() => setPressed(true)}>
            {rating ? 'Read the ratings' : 'Rate this snack'}
          </Button>
        </div>
      )}
    </section>
  )
}
