import type { OfferInput, OfferState } from '@nashta/contracts/offers/offers'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'

/** An offer as operators have made it. */
export type OfferRecord = OfferInput & {
  id: string
  createdAt: string
  isPaused?: true
  /** An operator has ended it before its time. */
  endedAt?: string
}

const OFFERS_MAX = 200
/** Well below the 400 kB of a DynamoDB item. */
const CHARACTERS_MAX = 200_000

export function stateOf({ isPaused, startsAt, endsAt, endedAt }: OfferRecord, now: Date): OfferState {
  const time = now.getTime()
  if (endedAt !== undefined || (endsAt !== undefined && time >= Date.parse(endsAt))) return 'ended'
  if (isPaused) return 'paused'
  return startsAt !== undefined && time < Date.parse(startsAt) ? 'scheduled' : 'running'
}

/** The version that operators send in `If-Match`. */
export function offerVersion(offer: OfferRecord): string {
  return contentHash(JSON.stringify(offer))
}

/** The offers with a new or changed one. Offers of the past may have the same code, others may not. */
export function withOffer(
  offers: readonly OfferRecord[],
  { id, input, seen }: { id: string; input: OfferInput; seen: string | undefined },
  now: Date,
): OfferRecord[] {
  const before = offers.find((offer) => offer.id === id)
  if (seen !== undefined && (!before || seen !== offerVersion(before))) throw offerChanged()
  const sameCode = offers.find(
    (offer) => offer.id !== id && offer.code === input.code && stateOf(offer, now) !== 'ended',
  )
  if (input.code !== undefined && sameCode)
    throw new ServiceError('CODE_TAKEN', `The code ${input.code} belongs to the offer ${sameCode.name}`)
  const { createdAt = now.toISOString(), isPaused, endedAt } = before ?? {}
  const after: OfferRecord = {
    ...input,
    id,
    createdAt,
    ...(isPaused && { isPaused }),
    ...(endedAt !== undefined && { endedAt }),
  }
  const changed = before ? offers.map((offer) => (offer === before ? after : offer)) : [after, ...offers]
  const isFull = changed.length > OFFERS_MAX || JSON.stringify(changed).length > CHARACTERS_MAX
  if (isFull) throw new ServiceError('OFFERS_FULL', 'There are too many offers: remove some that have ended')
  return changed
}

export function withState(
  offers: readonly OfferRecord[],
  { id, state }: { id: string; state: 'paused' | 'running' | 'ended' },
  now: Date,
): OfferRecord[] {
  const before = findOffer(offers, id)
  const isEnded = stateOf(before, now) === 'ended'
  if (isEnded && state !== 'ended')
    throw new ServiceError('ILLEGAL_TRANSITION', 'This offer has ended: make a new one')
  const { isPaused: _isPaused, ...rest } = before
  const after: OfferRecord =
    state === 'ended'
      ? isEnded
        ? before
        : { ...rest, endedAt: now.toISOString() }
      : state === 'paused'
        ? { ...rest, isPaused: true }
        : rest
  return offers.map((offer) => (offer === before ? after : offer))
}

export function withoutOffer(offers: readonly OfferRecord[], id: string, now: Date): OfferRecord[] {
  const before = findOffer(offers, id)
  if (stateOf(before, now) !== 'ended')
    throw new ServiceError('ILLEGAL_TRANSITION', 'Only an offer that has ended can be removed')
  return offers.filter((offer) => offer !== before)
}

function findOffer(offers: readonly OfferRecord[], id: string): OfferRecord {
  const offer = offers.find((each) => each.id === id)
  if (!offer) throw new ServiceError('OFFER_NOT_FOUND', 'There is no such offer')
  return offer
}

function offerChanged() {
  return new ServiceError('OFFER_CHANGED', 'The offer has changed since; read it again')
}
