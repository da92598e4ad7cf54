import { useCall } from '@nashta/browser/forms/use-call'
import {
  ANSWER_MAX_LENGTH,
  HIDE_REASON_TEXTS,
  HIDE_REASONS,
  type HideReason,
  ratingsPath,
  STARS_MAX,
} from '@nashta/contracts/ratings/rating-texts'
import {
  answerRating,
  type DeskRating,
  getRatingPictureAtDesk,
  hideRating,
  listRatingsAtDesk,
  RATING_LISTS,
  type RatingList,
  showRating,
} from '@nashta/contracts/ratings/ratings'
import { Failure } from '@nashta/ui/failure'
import { RadioField } from '@nashta/ui/radio-field'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatTime } from '../data/formats.ts'
import { useDesk, useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/message.tsx'
import { MorePages } from '../ui/more-pages.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'
import { StoredPicture } from '../ui/stored-picture.tsx'

const LIST_LABELS: Record<RatingList, string> = { shown: 'Shown', hidden: 'Hidden' }
const RATINGS_KEY = ['ratings']

/** What buyers say. They are hidden only for a published reason, and answered once. */
export default function Ratings() {
  const [params, setParams] = useSearchParams()
  const list = RATING_LISTS.find((name) => name === params.get('list')) ?? 'shown'
  const query = useRatings(list)
  const ratings = query.data?.pages.flatMap((page) => page.ratings) ?? []
  return (
    <>
      <PageHeading title="Ratings" />
      <nav aria-label="Ratings by state" className="mb-3 flex gap-2">
        {RATING_LISTS.map((name) => (
          <Action
            key={name}
            look={name === list ? 'main' : 'plain'}
            aria-pressed={name === list}
            onClick={() => setParams(name === 'shown' ? {} : { list: name }, { replace: true })}
          >
            {LIST_LABELS[name]}
          </Action>
        ))}
      </nav>
      <QueryState query={query}>
        {() =>
          ratings.length === 0 ? (
            <Notice title={list === 'shown' ? 'No ratings yet' : 'No rating is hidden'}>
              Shoppers are asked some days after delivery.
            </Notice>
          ) : (
            <>
              <ul className="divide-y divide-line rounded-xl border border-line">
                {ratings.map((rating) => (
                  <li key={rating.id} className="px-4 py-3">
                    <RatingRow rating={rating} />
                  </li>
                ))}
              </ul>
              <MorePages query={query} />
            </>
          )
        }
      </QueryState>
    </>
  )
}

function useRatings(list: RatingList) {
  const fetchShop = useFetchShop()
  return useInfiniteQuery({
    queryKey: [...RATINGS_KEY, list],
    queryFn: async ({ pageParam, signal }) => {
      const query = { list, ...(pageParam && { cursor: pageParam }) }
      return (await fetchShop(listRatingsAtDesk, { query, signal })).data
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

function RatingRow({ rating }: { rating: DeskRating }) {
  const { id, stars, text, name, at, pictures, productId, productName, orderId, hidden, objection, answer } =
    rating
  const fetchShop = useFetchShop()
  const { files } = useDesk().desk
  const queries = useQueryClient()
  const showToast = useToast()
  const [asked, setAsked] = useState<'hide' | 'answer' | null>(null)
  const params = { ratingId: id }

  async function refresh(done: string) {
    await queries.invalidateQueries({ queryKey: RATINGS_KEY })
    showToast({ text: done })
  }

  const showAgain = useCall(async () => {
    await fetchShop(showRating, { params, body: {} })
    await refresh('Shown again, and mailed to the buyer')
  }, failureText)

  return (
    <article aria-label={`Rating of ${productName} by ${name}`}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">
          {stars} of {STARS_MAX}
        </span>
        <a href={ratingsPath(productId)} target="_blank" rel="noopener" className={TEXT_LINK}>
          {productName}
        </a>
        <span className="text-ink-soft">
          {name} · {formatTime(at)} ·{' '}
          <Link to={`/orders/${encodeURIComponent(orderId)}`} className={TEXT_LINK}>
            Order
          </Link>
        </span>
      </p>
      {text ? <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{text}</p> : null}
      {pictures.length > 0 ? (
        <ul aria-label="Pictures" className="mt-2 flex flex-wrap gap-3">
          {pictures.map(({ id: pictureId }, index) => (
            <li key={pictureId}>
              <StoredPicture
                queryKey={['rating-picture', id, pictureId]}
                download={(signal) =>
                  files.download(getRatingPictureAtDesk, { params: { ratingId: id, pictureId }, signal })
                }
                alt={`Picture ${index + 1} of the rating by ${name}`}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {answer ? (
        <p className="mt-1 max-w-prose border-l-2 border-line pl-3 whitespace-pre-line wrap-anywhere">
          {answer.text}
        </p>
      ) : null}
      {hidden ? (
        <p className="mt-1 text-ink-soft">
          Hidden by {hidden.by}, {formatTime(hidden.at)}:{' '}
          {HIDE_REASON_TEXTS[hidden.reason as HideReason] ?? hidden.reason}
        </p>
      ) : null}
      {objection ? (
        <p className="mt-1">
          The buyer objects:{' '}
          <Link to={`/tickets/${encodeURIComponent(objection.number)}`} className={TEXT_LINK}>
            {objection.number}
          </Link>
        </p>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-2">
        {answer ? null : <Action onClick={() => setAsked('answer')}>Answer</Action>}
        {hidden ? (
          <Action onClick={() => void showAgain.run()}>{showAgain.isBusy ? 'Saving…' : 'Show again'}</Action>
        ) : (
          <Action onClick={() => setAsked('hide')}>Hide</Action>
        )}
      </div>
      {showAgain.failure ? <Failure>{showAgain.failure}</Failure> : null}
      {asked === 'hide' ? (
        <FormDialog
          title="Hide this rating?"
          submitLabel="Hide it"
          schema={hideRating.body}
          onSubmit={async (body) => {
            await fetchShop(hideRating, { params, body })
            await refresh('Hidden, and mailed to the buyer')
          }}
          onClosed={() => setAsked(null)}
        >
          {(field) => (
            <>
              <p className="max-w-prose text-ink-soft">
                Only for one of the reasons that your page of rules names. The buyer is told, and may object.
                A bad rating is no reason.
              </p>
              <RadioField
                {...field('reason')}
                legend="Reason"
                choices={HIDE_REASONS.map((reason) => ({ value: reason, label: HIDE_REASON_TEXTS[reason] }))}
              />
            </>
          )}
        </FormDialog>
      ) : null}
      {asked === 'answer' ? (
        <FormDialog
          title="Answer this rating"
          submitLabel="Publish"
          schema={answerRating.body}
          onSubmit={async (body) => {
            await fetchShop(answerRating, { params, body })
            await refresh('Answered')
          }}
          onClosed={() => setAsked(null)}
        >
          {(field) => (
            <TextAreaField
              {...field('text')}
              label="Your answer"
              hint="Everybody can read it below the rating. You can answer once."
              rows={4}
              maxLength={ANSWER_MAX_LENGTH}
            />
          )}
        </FormDialog>
      ) : null}
    </article>
  )
}
