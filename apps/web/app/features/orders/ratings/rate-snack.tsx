import { useCall } from '@nashta/browser/forms/use-call'
import { useForm } from '@nashta/browser/forms/use-form'
import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import {
  HIDE_REASON_TEXTS,
  type HideReason,
  PICTURES_PER_RATING_MAX,
  RATING_RULES_PATH,
  ratePath,
  STARS,
} from '@nashta/contracts/ratings/rating-texts'
import { objectionInputSchema, type OwnRating, ratingInputSchema } from '@nashta/contracts/ratings/ratings'
import { Button, LinkButton } from '@nashta/ui/button'
import { Checkbox } from '@nashta/ui/checkbox'
import { Failure } from '@nashta/ui/failure'
import { Spinner } from '@nashta/ui/spinner'
import { SubmitButton } from '@nashta/ui/submit-button'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ChoosePictures, type ChosenPicture } from '../help/choose-pictures.tsx'
import { sendPictures } from '../help/help-pictures.ts'
import {
  eraseRating,
  type OwnRatingState,
  type RatingAccess,
  readOwnRating,
  sendObjection,
  sendRating,
  sendRatingPicture,
} from './rating-calls.ts'
import { RatingStars } from './rating-stars.tsx'

const RATING_FAILED = 'Your rating could not be saved. Please try again.'
const STAR_WORDS = ['Not good', 'Could be better', 'All right', 'Good', 'Very good']

type RateSnackProps = {
  productId: string
  /** The token of an order's link. Undefined for the account of the shopper. */
  token: string | undefined
  isSignedIn: boolean
  /** The snack is not sold any more: its rating is only read and erased. */
  isGone?: boolean
  /** Called when the shown ratings have changed. */
  onChange: () => void
}

/** The shopper's own rating of a snack: its form, its state, and the objection to its hiding. */
export function RateSnack({ productId: id, token, isSignedIn, isGone = false, onChange }: RateSnackProps) {
  const [state, setState] = useState<OwnRatingState | 'no buyer' | null>(null)
  const [failure, setFailure] = useState('')
  const [isEditing, setEditing] = useState(false)
  const [saved, setSaved] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The form was longer than what takes its place, so the message may be above the screen.
    if (saved !== '') box.current?.scrollIntoView({ block: 'nearest' })
  }, [saved])
  const access: RatingAccess = { id, ...(token !== undefined && { token }) }
  const mustSignIn = token === undefined && !isSignedIn
  useEffect(() => {
    if (mustSignIn) return undefined
    let isCurrent = true
    readOwnRating({ id, ...(token !== undefined && { token }) }).then(
      (read) => isCurrent && setState(read),
      (error) => isCurrent && setFailure(storeMessageOf(error, RATING_FAILED)),
    )
    return () => {
      isCurrent = false
    }
  }, [id, token, mustSignIn])

  if (mustSignIn)
    return (
      <>
        <p className="mb-4">
          Sign in to rate what you have ordered. Without an account, open the link in the mail about your
          order.
        </p>
        <LinkButton to={`/signin?next=${encodeURIComponent(ratePath(id))}`}>Sign in</LinkButton>
      </>
    )
  if (failure) return <Failure>{failure}</Failure>
  if (!state) return <Spinner label="One moment..." />
  if (state === 'no buyer')
    return (
      <p>
        Only shoppers who have received this snack from us can rate it.{' '}
        <Link to={RATING_RULES_PATH} className="underline underline-offset-4">
          Our rules for ratings
        </Link>
      </p>
    )

  const { firstName, rating } = state

  function keep(changed: OwnRating | null, message: string) {
    setState({ firstName, rating: changed })
    setSaved(message)
    setEditing(false)
    onChange()
  }

  return (
    <div ref={box} className="grid scroll-mt-28 gap-5">
      <output className="font-semibold text-pistachio empty:hidden">{saved}</output>
      {rating && !isEditing ? (
        <>
          <OwnRatingText rating={rating} />
          {rating.hidden ? (
            <HiddenNotice access={access} rating={rating} onObjected={(changed) => keep(changed, '')} />
          ) : null}
          <OwnActions
            access={access}
            onEdit={
              isGone
                ? null
                : () => {
                    setSaved('')
                    setEditing(true)
                  }
            }
            onErased={() => keep(null, 'Your rating is erased.')}
          />
        </>
      ) : isGone ? null : (
        <RatingForm access={access} firstName={firstName} rating={rating} onSaved={keep} />
      )}
    </div>
  )
}

function OwnRatingText({ rating: { stars, text, pictures } }: { rating: OwnRating }) {
  return (
    <div>
      <p>
        <RatingStars stars={stars} />
      </p>
      {text ? <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p> : null}
      {pictures.length > 0 ? (
        <p className="mt-2 text-ink-soft">
          {pictures.length === 1 ? 'With one picture' : `With ${pictures.length} pictures`}
        </p>
      ) : null}
    </div>
  )
}

type OwnActionsProps = { access: RatingAccess; onEdit: (() => void) | null; onErased: () => void }

/** The first press on Erase asks, because nothing brings a rating back. */
function OwnActions({ access, onEdit, onErased }: OwnActionsProps) {
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy, failure } = useCall(async () => {
    await eraseRating(access)
    onErased()
  }, RATING_FAILED)
  if (isAsking)
    return (
      <div className="grid gap-3">
        <p>Erase your rating with its pictures? This cannot be undone.</p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void run()}>{isBusy ? 'Erasing...' : 'Erase my rating'}</Button>
          <Button look="outline" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </div>
        {failure ? <Failure>{failure}</Failure> : null}
      </div>
    )
  return (
    <div className="flex flex-wrap gap-3">
      {onEdit ? <Button onClick={onEdit}>Change my rating</Button> : null}
      <Button look="outline" onClick={() => setAsking(true)}>
        Erase it
      </Button>
    </div>
  )
}

type RatingFormProps = {
  access: RatingAccess
  firstName: string
  rating: OwnRating | null
  onSaved: (rating: OwnRating, message: string) => void
}

function RatingForm({ access, firstName, rating, onSaved }: RatingFormProps) {
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([])
  const [kept, setKept] = useState<readonly string[]>(rating?.pictures.map(({ id }) => id) ?? [])
  const { formProps, field, errors, isBusy, failure } = useForm({
    schema: ratingInputSchema,
    failed: RATING_FAILED,
    read: ({ stars, text, isNamed }) => ({
      stars: Number(stars ?? 0),
      text,
      isNamed: isNamed === true,
      pictures: [...kept],
    }),
    async send(values) {
      let saved = await sendRating(access, values)
      const failures = await sendPictures(
        pictures.map(({ file }) => file),
        async (file) => {
          saved = (await sendRatingPicture(access, file)).data
        },
      )
      onSaved(saved, ['Thank you. Your rating is saved.', ...failures].join(' '))
    },
  })

  return (
    <form {...formProps} className="grid gap-4">
      <fieldset>
        <legend className="mb-1.5 font-semibold">How did it taste?</legend>
        <div className="flex flex-wrap gap-x-6">
          {STARS.toReversed().map((star) => (
            <label key={star} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="stars"
                value={star}
                defaultChecked={rating?.stars === star}
                className="size-5 shrink-0 accent-raspberry"
              />
              <RatingStars stars={star} />
              {STAR_WORDS[star - 1]}
            </label>
          ))}
        </div>
        <p role="alert" className="font-medium text-danger-deep empty:hidden">
          {errors['stars']}
        </p>
      </fieldset>
      <TextAreaField
        {...field('text')}
        label="What would you tell other shoppers? (optional)"
        defaultValue={rating?.text}
      />
      {kept.length > 0 ? (
        <ul className="flex flex-wrap gap-x-6" aria-label="Pictures of your rating">
          {kept.map((id, index) => (
            <li key={id}>
              <Button look="outline" onClick={() => setKept(kept.filter((each) => each !== id))}>
                Remove picture {index + 1}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <ChoosePictures
        pictures={pictures}
        onChange={setPictures}
        max={PICTURES_PER_RATING_MAX - kept.length}
        note="Everybody sees them."
      />
      {firstName ? (
        <Checkbox
          {...field('isNamed')}
          label={`Show my first name, ${firstName}`}
          defaultChecked={rating?.isNamed}
        />
      ) : null}
      <div className="grid gap-3 sm:justify-start">
        <SubmitButton busy={isBusy} failure={failure} busyText="Saving...">
          Save my rating
        </SubmitButton>
      </div>
    </form>
  )
}

type HiddenNoticeProps = {
  access: RatingAccess
  rating: OwnRating
  onObjected: (rating: OwnRating) => void
}

function HiddenNotice({ access, rating: { hidden, objection }, onObjected }: HiddenNoticeProps) {
  const [isObjecting, setObjecting] = useState(false)
  const reason = hidden && HIDE_REASON_TEXTS[hidden.reason as HideReason]
  return (
    <div className="rounded-2xl bg-butter px-5 py-4">
      <p className="font-semibold">Your rating is hidden{reason ? `: ${reason}` : null}.</p>
      {objection ? (
        <p className="mt-2">We read your objection {objection.number} and reply by mail.</p>
      ) : isObjecting ? (
        <ObjectionForm access={access} onObjected={onObjected} />
      ) : (
        <div className="mt-3">
          <Button look="outline" onClick={() => setObjecting(true)}>
            Object
          </Button>
        </div>
      )}
    </div>
  )
}

function ObjectionForm({ access, onObjected }: Pick<HiddenNoticeProps, 'access' | 'onObjected'>) {
  const { formProps, field, isBusy, failure } = useForm({
    schema: objectionInputSchema,
    failed: 'Your objection could not be sent. Please try again.',
    send: async ({ text }) => onObjected(await sendObjection(access, text)),
  })
  return (
    <form {...formProps} className="mt-3 grid gap-2">
      <TextAreaField {...field('text')} label="Why should it be shown?" required />
      <div className="grid gap-3 sm:justify-start">
        <SubmitButton busy={isBusy} failure={failure} busyText="Sending...">
          Send
        </SubmitButton>
      </div>
    </form>
  )
}
