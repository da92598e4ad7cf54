import type { RatingSum } from '@nashta/contracts/ratings/rating-average'
import type { RatingSort } from '@nashta/contracts/ratings/rating-texts'
import type { RatingList } from '@nashta/contracts/ratings/ratings'
import type {
  Document,
  DocumentKey,
  Documents,
  DocumentWrite,
  NewDocument,
} from '@nashta/documents/documents'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { LogEntry } from '../operator-log/operator-log.ts'
import { logWrites } from '../operator-log/operator-log.ts'
import { countedStars, listOf, type PersonKeys, type RatingRecord, type Stars, sumOf } from './rating.ts'

/** A vote without an account is forgotten after this time. */
const VOTE_LIFETIME_MS = 90 * 24 * 60 * 60 * 1000

/** The summary of a snack. It is in the list `TO_COPY` until the products of the snack have its average. */
type Summary = { stars: Stars }

/** A rating that an account has found helpful. */
type HelpfulVote = { ratingId: string; at: string }

const TO_COPY = 'ratings-to-copy'

/** A product whose ratings are to follow it from the family `from`. */
export type FamilyChange = { productId: string; from: string }

const TO_FOLLOW = 'ratings-to-follow'

type Page = { limit: number; after?: string | undefined }

type RatingPage = { ratings: RatingRecord[]; next: string | null }

export interface RatingStore {
  find(id: string): Promise<RatingRecord | null>

  /** The rating of a snack by the person who has one of the keys. */
  findOf(keys: PersonKeys, family: string): Promise<RatingRecord | null>

  /** All ratings by persons who have one of the keys. */
  listOf(keys: PersonKeys): Promise<RatingRecord[]>

  /** Stores a new rating. Returns false when the person has one of the snack already. */
  create(rating: RatingRecord): Promise<boolean>

  /**
   * Stores what `apply` returns, and counts it, in one transaction. Nothing is written when `apply`
   * returns its argument. Null when there is no such rating.
   */
  change(
    id: string,
    apply: (rating: RatingRecord) => RatingRecord,
    also?: (rating: RatingRecord) => { mail?: OutboxEntry | null; log?: LogEntry },
  ): Promise<RatingRecord | null>

  /** Adds a vote, unless the visitor has voted. Returns the rating; null if it is not shown. */
  vote(id: string, visitor: { key: string; isAccount: boolean; at: Date }): Promise<RatingRecord | null>

  /** The ratings that an account has found helpful. */
  listVotes(userId: string): Promise<HelpfulVote[]>

  /** Forgets which ratings an account has found helpful. Their number stays, which names nobody. */
  eraseVotes(userId: string): Promise<void>

  /** Erases the rating and its votes. Returns the rating that there was. */
  erase(id: string): Promise<RatingRecord | null>

  /** A page of the shown ratings of a snack. */
  page(family: string, sort: RatingSort, page: Page): Promise<RatingPage>

  /** A page of the ratings of all snacks, newest first. */
  list(list: RatingList, page: Page): Promise<RatingPage>

  /** The ratings of a snack, shown and hidden, in the order of their ids. */
  listOfFamily(family: string, page: Page): Promise<RatingRecord[]>

  /**
   * Gives the rating another family, and counts it there. Does nothing when its author has a rating in
   * that family already: a person has one rating of a snack.
   */
  move(id: string, family: string): Promise<void>

  /** Notes that ratings are to follow a product, so that they do so also after an interruption. */
  noteFamilyChange(change: FamilyChange, at: Date): Promise<void>

  /** The changes that were noted before a time, oldest first. */
  listFamilyChanges(before: Date): Promise<FamilyChange[]>

  endFamilyChange(change: FamilyChange): Promise<void>

  starsOf(family: string): Promise<Stars>

  /**
   * Copies the sum of the shown ratings to where products are stored, until it is the newest one.
   * `copy` may be called more than once.
   */
  copy(family: string, copy: (sum: RatingSum | null) => Promise<void>): Promise<void>

  /** The snacks whose products do not have the newest average yet. */
  listToCopy(): Promise<string[]>
}

export function createRatingStore(documents: Documents): RatingStore {
  const read = (id: string) => documents.get<RatingRecord>(ratingKey(id))
  const readSummary = (family: string) => documents.get<Summary>(summaryKey(family))
  const find = async (id: string) => (await read(id))?.body ?? null

  async function idsOf(keys: PersonKeys) {
    const found = await Promise.all(keys.map((key) => documents.listByKey<{ id: string }>(personPk(key))))
    return [...new Set(found.flat().map(({ body }) => body.id))]
  }

  async function readAll(ids: readonly string[]) {
    const found = await Promise.all(ids.map(find))
    return found.filter((rating) => rating !== null)
  }

  /** The writes of a rating that is added, changed or erased, with the counts that follow. */
  async function writesOf(
    family: string,
    before: Document<RatingRecord> | null,
    after: RatingRecord | null,
  ): Promise<DocumentWrite[]> {
    const earlier = before?.body ?? null
    return [...placesOf(earlier, after), ...(await countWrites(family, earlier, after))]
  }

  /** The write of the counts of a snack, if they change. */
  async function countWrites(
    family: string,
    before: RatingRecord | null,
    after: RatingRecord | null,
  ): Promise<DocumentWrite[]> {
    const seen = await readSummary(family)
    const stars = countedStars(seen?.body.stars, before, after)
    const isCounted = JSON.stringify(stars) !== JSON.stringify(seen?.body.stars)
    return isCounted ? [{ put: summaryDocument(family, stars, true), seen }] : []
  }

  /** Puts documents in place of those that have their keys. */
  const replacing = (written: readonly NewDocument[]) =>
    Promise.all(written.map(async (put) => ({ put, seen: await documents.get(put.key) })))

  return {
    find,

    async findOf(keys, family) {
      for (const key of keys) {
        const found = await documents.get<{ id: string }>(personKey(key, family))
        const rating = found && (await find(found.body.id))
        if (rating) return rating
      }
      return null
    },

    listOf: async (keys) => readAll(await idsOf(keys)),

    create: (rating) =>
      documents.retryConflicts(async () => {
        const { id, family, personKeys } = rating
        const keys = personKeys.map((key) => personKey(key, family))
        const taken = await Promise.all(keys.map((key) => documents.get(key)))
        if (taken.some((found) => found !== null)) return false
        await documents.commit([
          { put: ratingDocument(rating), seen: null },
          { put: familyDocument(rating), seen: null },
          ...keys.map((key) => ({ put: { key, body: { id } }, seen: null })),
          ...(await writesOf(family, null, rating)),
        ])
        return true
      }),

    change: (id, apply, also) =>
      documents.retryConflicts(async () => {
        const seen = await read(id)
        if (!seen) return null
        const after = apply(seen.body)
        if (after === seen.body) return after
        const { mail, log } = also?.(after) ?? {}
        await documents.commit(
          [
            { put: ratingDocument(after), seen },
            ...(await writesOf(after.family, seen, after)),
            ...(log ? logWrites(log) : []),
          ],
          mail ? [mail] : [],
        )
        return after
      }),

    vote: (id, { key, isAccount, at }) =>
      documents.retryConflicts(async () => {
        const seen = await read(id)
        if (!seen || seen.body.hidden) return null
        const voteKey = { pk: votesPk(id), sk: key }
        if (await documents.get(voteKey)) return seen.body
        const after = { ...seen.body, helpful: seen.body.helpful + 1 }
        const expiresAt = isAccount ? {} : { expiresAt: new Date(at.getTime() + VOTE_LIFETIME_MS) }
        await documents.commit([
          { put: ratingDocument(after), seen },
          { put: { key: voteKey, body: {}, ...expiresAt }, seen: null },
          ...(isAccount
            ? [{ put: votedDocument(key, { ratingId: id, at: at.toISOString() }), seen: null }]
            : []),
          ...placesOf(seen.body, after),
        ])
        return after
      }),

    async listVotes(userId) {
      const found = await documents.listByKey<HelpfulVote>(votedPk(voterKey(userId)))
      return found.map(({ body }) => body)
    },

    async eraseVotes(userId) {
      const voter = voterKey(userId)
      const votes = await documents.listByKey<HelpfulVote>(votedPk(voter))
      // The list goes last, so that an interrupted erasure can be repeated.
      await documents.erase(votes.map(({ body }) => ({ pk: votesPk(body.ratingId), sk: voter })))
      await documents.erase(votes.map(({ key }) => key))
    },

    erase: (id) =>
      documents.retryConflicts(async () => {
        const seen = await read(id)
        if (!seen) return null
        const { family, personKeys } = seen.body
        const votes = await documents.listByKey(votesPk(id))
        await documents.erase(votes.flatMap((vote) => [vote.key, votedKey(vote.key.sk, id)]))
        await documents.commit([
          { delete: ratingKey(id), seen },
          { delete: familyKey(id) },
          ...personKeys.map((key) => ({ delete: personKey(key, family) })),
          ...(await writesOf(family, seen, null)),
        ])
        return seen.body
      }),

    async page(family, sort, { limit, after }) {
      const range = { limit, below: after, isFalling: true }
      const found = await documents.listByPlace<{ id: string }>(shownList(family, sort), range)
      const ratings = await readAll(found.map(({ body }) => body.id))
      // A rating may have been hidden since the list was read.
      const shown = ratings.filter(({ hidden }) => !hidden)
      const last = ratings.at(-1)
      return { ratings: shown, next: last && found.length === limit ? placeIn(last, sort) : null }
    },

    async list(list, { limit, after }) {
      const range = { limit, below: after, isFalling: true }
      const found = await documents.listByPlace<RatingRecord>(deskList(list), range)
      const last = found.at(-1)?.body
      return {
        ratings: found.map(({ body }) => body),
        next: last && found.length === limit ? placeIn(last, 'newest') : null,
      }
    },

    async listOfFamily(family, { limit, after }) {
      const found = await documents.listByPlace<{ id: string }>(familyList(family), { limit, above: after })
      return readAll(found.map(({ body }) => body.id))
    },

    move: (id, family) =>
      documents.retryConflicts(async () => {
        const seen = await read(id)
        if (!seen || seen.body.family === family) return
        const before = seen.body
        const after = { ...before, family }
        const keys = before.personKeys.map((key) => personKey(key, family))
        const taken = await Promise.all(keys.map((key) => documents.get(key)))
        if (taken.some((found) => found !== null)) return
        const listed = SORTS.flatMap((sort) => {
          const place = listedPlace(after, sort)
          return place === null ? [] : [listedDocument(after, sort, place)]
        })
        await documents.commit([
          { put: ratingDocument(after), seen },
          ...before.personKeys.map((key) => ({ delete: personKey(key, before.family) })),
          ...keys.map((key) => ({ put: { key, body: { id } }, seen: null })),
          ...(await replacing([familyDocument(after), ...listed])),
          ...(await countWrites(before.family, before, null)),
          ...(await countWrites(family, null, after)),
        ])
      }),

    noteFamilyChange: (change, at) =>
      documents.retryConflicts(async () => documents.commit(await replacing([followDocument(change, at)]))),

    async listFamilyChanges(before) {
      const range = { below: before.toISOString(), limit: 100 }
      const found = await documents.listByPlace<FamilyChange>(TO_FOLLOW, range)
      return found.map(({ body }) => body)
    },

    endFamilyChange: (change) => documents.erase([followKey(change)]),

    starsOf: async (family) => countedStars((await readSummary(family))?.body.stars, null, null),

    copy: (family, copy) =>
      // A rating that is counted meanwhile conflicts, and is then copied too.
      documents.retryConflicts(async () => {
        const seen = await readSummary(family)
        await copy(seen && sumOf(seen.body.stars))
        if (!seen) return
        const { stars } = seen.body
        await documents.commit([{ put: summaryDocument(family, stars, false), seen }])
      }),

    async listToCopy() {
      const found = await documents.listByPlace(TO_COPY, { limit: 100 })
      return found.map(({ key }) => key.pk.slice(SUMMARY_PREFIX.length))
    },
  }
}

const SUMMARY_PREFIX = 'rating-summary#'
/** More votes than anybody gets. */
const VOTES_DIGITS = 9

const ratingKey = (id: string): DocumentKey => ({ pk: `rating#${id}`, sk: 'rating' })
const summaryKey = (family: string): DocumentKey => ({ pk: SUMMARY_PREFIX + family, sk: 'summary' })
const votesPk = (id: string) => `rating-votes#${id}`
const votedPk = (voter: string) => `rating-voted#${voter}`
const votedKey = (voter: string, id: string): DocumentKey => ({ pk: votedPk(voter), sk: id })
const personPk = (key: string) => `rating-person#${key}`
const personKey = (key: string, family: string): DocumentKey => ({ pk: personPk(key), sk: family })
const familyKey = (id: string): DocumentKey => ({ pk: `rating#${id}`, sk: 'family' })
const followKey = ({ productId, from }: FamilyChange): DocumentKey => ({
  pk: `rating-follow#${productId}`,
  sk: from,
})
const familyList = (family: string) => `ratings-of#${family}`
const shownList = (family: string, sort: RatingSort) => `ratings-${sort}#${family}`
const deskList = (list: RatingList) => `ratings-${list}`

function ratingDocument(rating: RatingRecord): NewDocument {
  return {
    key: ratingKey(rating.id),
    body: rating,
    place: { list: deskList(listOf(rating)), place: placeIn(rating, 'newest') },
  }
}

/** By this document, a snack finds its ratings, also the hidden ones. */
function familyDocument({ id, family }: RatingRecord): NewDocument {
  return { key: familyKey(id), body: { id }, place: { list: familyList(family), place: id } }
}

function followDocument(change: FamilyChange, at: Date): NewDocument {
  const place = { list: TO_FOLLOW, place: `${at.toISOString()}#${change.productId}` }
  return { key: followKey(change), body: change, place }
}

/** The voter of an account. Visitors without one are networks. */
export function voterKey(userId: string): string {
  return `user#${userId}`
}

function votedDocument(voter: string, body: HelpfulVote): NewDocument {
  return { key: votedKey(voter, body.ratingId), body }
}

function summaryDocument(family: string, stars: Stars, isToCopy: boolean): NewDocument {
  return {
    key: summaryKey(family),
    body: { stars },
    ...(isToCopy && { place: { list: TO_COPY, place: family } }),
  }
}

/** The place of a rating in a list. Lists are read from their end. */
function placeIn({ id, createdAt, helpful }: RatingRecord, sort: RatingSort) {
  const newest = `${createdAt}#${id}`
  return sort === 'newest' ? newest : `${String(helpful).padStart(VOTES_DIGITS, '0')}#${newest}`
}

const SORTS = ['newest', 'helpful'] as const

/** The documents by which the lists of a snack find a shown rating. Only changed places are written. */
function placesOf(before: RatingRecord | null, after: RatingRecord | null): DocumentWrite[] {
  const writes: DocumentWrite[] = []
  for (const sort of SORTS) {
    const [from, to] = [listedPlace(before, sort), listedPlace(after, sort)]
    if (from === to) continue
    if (before && from !== null) writes.push({ delete: listedKey(before, sort, from) })
    if (after && to !== null) writes.push({ put: listedDocument(after, sort, to), seen: null })
  }
  return writes
}

/** Null for a rating that is not listed. */
function listedPlace(rating: RatingRecord | null, sort: RatingSort) {
  return rating && !rating.hidden ? placeIn(rating, sort) : null
}

function listedKey({ id }: RatingRecord, sort: RatingSort, place: string): DocumentKey {
  return { pk: `rating#${id}`, sk: `${sort}#${place}` }
}

function listedDocument(rating: RatingRecord, sort: RatingSort, place: string): NewDocument {
  const { id, family } = rating
  return {
    key: listedKey(rating, sort, place),
    body: { id },
    place: { list: shownList(family, sort), place },
  }
}
