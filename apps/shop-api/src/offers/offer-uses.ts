import { hash } from 'node:crypto'
import { asPaise, type Paise } from '@nashta/contracts/money'
import { phoneNumberIn } from '@nashta/contracts/orders/phone'
import { sumOf } from '@nashta/contracts/pricing/sums'
import type { Document, DocumentKey, DocumentWrite } from '@nashta/documents/documents'

/**
 * The uses of an offer are counted in so many documents, so that orders at once do not wait for each
 * other. Each has its part of the limit, so together they never exceed it.
 */
const SHARDS = 16
const PLACES = Array.from({ length: SHARDS }, (_, place) => place)

/** Uses of a customer are deleted so long after the last one if their offer has no end. */
const CUSTOMER_LIFETIME_MS = 3 * 366 * 24 * 3_600_000

/** What one document has counted. */
export type OfferUses = { count: number; revenuePaise: number; costPaise: number }
type CustomerUses = { count: number }

const NO_USES: OfferUses = { count: 0, revenuePaise: 0, costPaise: 0 }

/** An offer that an order uses, as the order stores it. */
export type AppliedOffer = {
  offerId: string
  name: string
  code?: string
  /** What it takes off the goods. */
  goodsPaise: Paise
  deliveryPaise: Paise
  /** Where the use is counted. */
  shard: number
  /** Whose use it is. Absent if uses per customer are not limited, and after an erasure. */
  customer?: string
}

export type UseLimits = {
  usesMax?: number | undefined
  customerMax?: number | undefined
  /** When the uses of a customer are needed no more. */
  expiresAt?: string | undefined
}

/** What was read of the uses of one offer. */
export type StoredUses = {
  shards: readonly Document<OfferUses>[]
  customer: Document<CustomerUses> | null
}

/** All documents with the uses of an offer have this partition key. */
export function usesPk(offerId: string) {
  return `offer#${offerId}`
}

export function customerUsesPk(customer: string) {
  return `offer-customer#${customer}`
}

export function customerUsesKey(customer: string, offerId: string): DocumentKey {
  return { pk: customerUsesPk(customer), sk: offerId }
}

function shardKey(offerId: string, shard: number): DocumentKey {
  return { pk: usesPk(offerId), sk: `uses#${String(shard).padStart(2, '0')}` }
}

/** Whose uses are counted together: the account, or the phone number of a guest. */
export function customerOf(buyer: { accountId: string } | { phone: string }): string {
  const text = 'accountId' in buyer ? `account ${buyer.accountId}` : `phone ${phoneNumberIn(buyer.phone)}`
  return hash('sha256', text, 'base64url')
}

/** A place to begin the search for room in. Orders at once should have different ones. */
export function randomShard(randomBytes: (count: number) => Uint8Array): number {
  return (randomBytes(1)[0] ?? 0) % SHARDS
}

/** An offer was used as often as it may be, between the look at it and the order. */
export class OfferUsedUp extends Error {
  readonly offerId: string
  constructor(offerId: string) {
    super(`The offer ${offerId} has no use left`)
    this.name = 'OfferUsedUp'
    this.offerId = offerId
  }
}

/** Whether the offer has a use left, for anybody and for this customer. */
export function hasUseLeft({ shards, customer }: StoredUses, { usesMax, customerMax }: UseLimits) {
  return {
    inAll: usesMax === undefined || countOf(shards) < usesMax,
    ofCustomer: customerMax === undefined || (customer?.body.count ?? 0) < customerMax,
  }
}

/**
 * Counts one use. Returns where it is counted, and the writes. Throws `OfferUsedUp` if there is no use
 * left, unless it is forced: a price that was paid is honoured.
 */
export function countUse(
  applied: AppliedOffer,
  limits: UseLimits,
  stored: StoredUses,
  { revenuePaise, isForced, now }: { revenuePaise: Paise; isForced: boolean; now: Date },
): { applied: AppliedOffer; writes: DocumentWrite[] } {
  const { offerId, customer } = applied
  const left = hasUseLeft(stored, limits)
  const isUneven = !isForced && hasOverfullShard(offerId, limits, stored)
  const shard = isForced || isUneven ? applied.shard : shardWithRoom(applied, limits, stored)
  if (!isForced && (!left.inAll || !left.ofCustomer)) throw new OfferUsedUp(offerId)
  if (shard === null) throw new OfferUsedUp(offerId)
  const counted = { ...applied, shard }
  const writes = [shardWrite(counted, stored, 1, revenuePaise)]
  if (isUneven) writes.push(...otherShards(counted, stored))
  if (customer !== undefined) {
    const expiresAt = new Date(limits.expiresAt ?? now.getTime() + CUSTOMER_LIFETIME_MS)
    writes.push(customerWrite(counted, customer, stored, 1, expiresAt))
  }
  return { applied: counted, writes }
}

/** Gives the use of a cancelled order back. */
export function returnUse(
  applied: AppliedOffer,
  stored: StoredUses,
  { revenuePaise, now }: { revenuePaise: Paise; now: Date },
): DocumentWrite[] {
  const { customer, offerId, shard } = applied
  // Without the document, the offer was removed with its figures.
  const writes = findShard(stored, offerId, shard) ? [shardWrite(applied, stored, -1, revenuePaise)] : []
  if (customer !== undefined && stored.customer)
    writes.push(customerWrite(applied, customer, stored, -1, new Date(now.getTime() + CUSTOMER_LIFETIME_MS)))
  return writes
}

/**
 * Corrects what an order's use has brought and cost, after the order was edited. Without `after`, the order
 * has lost the offer, and gives its use back.
 */
export function correctUse(
  { before, after }: { before: AppliedOffer; after: AppliedOffer | undefined },
  stored: StoredUses,
  { revenuePaise, now }: { revenuePaise: { before: Paise; after: Paise }; now: Date },
): DocumentWrite[] {
  if (!after) return returnUse(before, stored, { revenuePaise: revenuePaise.before, now })
  const { offerId, shard } = before
  const seen = findShard(stored, offerId, shard)
  if (!seen) return []
  const costOf = (applied: AppliedOffer) => applied.goodsPaise + applied.deliveryPaise
  const body: OfferUses = {
    count: seen.body.count,
    revenuePaise: seen.body.revenuePaise + revenuePaise.after - revenuePaise.before,
    costPaise: seen.body.costPaise + costOf(after) - costOf(before),
  }
  return [{ put: { key: shardKey(offerId, shard), body }, seen }]
}

/** What all documents together have counted. */
export function addUses(shards: readonly Pick<Document<OfferUses>, 'body'>[]): OfferUses {
  return {
    count: countOf(shards),
    revenuePaise: sumOf(shards.map(({ body }) => body.revenuePaise)),
    costPaise: sumOf(shards.map(({ body }) => body.costPaise)),
  }
}

function countOf(shards: readonly Pick<Document<OfferUses>, 'body'>[]) {
  return sumOf(shards.map(({ body }) => body.count))
}

/** The first document with room, from the given one on. */
function shardWithRoom({ offerId, shard }: AppliedOffer, { usesMax }: UseLimits, stored: StoredUses) {
  const places = PLACES.map((place) => (shard + place) % SHARDS)
  const hasRoom = (place: number) =>
    usesMax === undefined || (findShard(stored, offerId, place)?.body.count ?? 0) < roomOf(place, usesMax)
  return places.find(hasRoom) ?? null
}

/**
 * Whether a document has counted more than its part of the limit, because the limit was lowered. Then
 * the parts do not add up to the limit any more, and a use is counted only if no document has changed.
 */
function hasOverfullShard(offerId: string, { usesMax }: UseLimits, stored: StoredUses) {
  if (usesMax === undefined) return false
  return PLACES.some((place) => (findShard(stored, offerId, place)?.body.count ?? 0) > roomOf(place, usesMax))
}

/** Writes that change nothing, and are refused if one of the other documents has changed. */
function otherShards({ offerId, shard }: AppliedOffer, stored: StoredUses): DocumentWrite[] {
  return PLACES.filter((place) => place !== shard).map((place) => {
    const seen = findShard(stored, offerId, place)
    return { put: { key: shardKey(offerId, place), body: seen?.body ?? NO_USES }, seen }
  })
}

function roomOf(shard: number, usesMax: number) {
  return Math.floor(usesMax / SHARDS) + (shard < usesMax % SHARDS ? 1 : 0)
}

function findShard({ shards }: StoredUses, offerId: string, shard: number) {
  const { sk } = shardKey(offerId, shard)
  return shards.find(({ key }) => key.sk === sk) ?? null
}

function shardWrite(
  { offerId, shard, goodsPaise, deliveryPaise }: AppliedOffer,
  stored: StoredUses,
  sign: 1 | -1,
  revenuePaise: Paise,
): DocumentWrite {
  const seen = findShard(stored, offerId, shard)
  const { count, revenuePaise: revenue, costPaise } = seen?.body ?? NO_USES
  const body: OfferUses = {
    count: Math.max(0, count + sign),
    revenuePaise: revenue + sign * revenuePaise,
    costPaise: costPaise + sign * asPaise(goodsPaise + deliveryPaise),
  }
  return { put: { key: shardKey(offerId, shard), body }, seen }
}

function customerWrite(
  { offerId }: AppliedOffer,
  customer: string,
  { customer: seen }: StoredUses,
  sign: 1 | -1,
  expiresAt: Date,
): DocumentWrite {
  const body: CustomerUses = { count: Math.max(0, (seen?.body.count ?? 0) + sign) }
  return { put: { key: customerUsesKey(customer, offerId), body, expiresAt }, seen }
}
