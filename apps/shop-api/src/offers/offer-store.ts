import type { Documents } from '@nashta/documents/documents'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { type Authorship, differences } from '../operator-log/logged-change.ts'
import { logWrites } from '../operator-log/operator-log.ts'
import { cacheDocument } from '../shop/cached-document.ts'
import type { OfferRecord } from './decide-offers.ts'
import {
  addUses,
  customerUsesKey,
  customerUsesPk,
  type OfferUses,
  type StoredUses,
  usesPk,
} from './offer-uses.ts'

const OFFERS_KEY = { pk: 'shop', sk: 'offers' }

type StoredOffers = { offers: readonly OfferRecord[] }

const NO_OFFERS: readonly OfferRecord[] = []

/** All offers, the newest first, and how often each was used. */
export interface OfferStore {
  /** Costs no read of its own: all offers are in memory. A change by another process is seen a second later. */
  read(): Promise<readonly OfferRecord[]>

  /**
   * Replaces the offers with those that `decide` makes of the stored ones, and logs each that differs.
   * The check and the write are one transaction.
   */
  save(
    decide: (before: readonly OfferRecord[]) => readonly OfferRecord[],
    authorship: Authorship,
  ): Promise<readonly OfferRecord[]>

  readUses(offerId: string): Promise<OfferUses>

  /** The uses of an offer, and those of one customer. */
  readStoredUses(offerId: string, customer: string | undefined): Promise<StoredUses>

  /** Deletes the figures of an offer that is no longer listed. */
  eraseUses(offerId: string): Promise<void>

  /** Forgets what these customers have used. */
  eraseCustomers(customers: readonly string[]): Promise<void>
}

export function createOfferStore({ documents, now }: { documents: Documents; now: () => Date }): OfferStore {
  const cached = cacheDocument<StoredOffers, readonly OfferRecord[]>({
    documents,
    key: OFFERS_KEY,
    now,
    toValue(stored) {
      const offers = stored?.offers ?? NO_OFFERS
      return { value: offers, version: contentHash(JSON.stringify(offers)) }
    },
  })

  return {
    read: () => cached.read(),

    save: (decide, authorship) =>
      documents.retryConflicts(async () => {
        const readAt = now().getTime()
        const stored = await cached.readStored()
        const before = stored?.body.offers ?? NO_OFFERS
        const offers = decide(before)
        const entries = changesOf(before, offers).flatMap(({ offerId, action, changes }) =>
          logWrites({ ...authorship, kind: 'offer', subject: offerId, action, changes }),
        )
        if (entries.length === 0) return cached.setCurrent(stored, readAt)
        const body: StoredOffers = { offers }
        await documents.commit([{ put: { key: OFFERS_KEY, body }, seen: stored }, ...entries])
        return cached.setCurrent({ body, version: (stored?.version ?? 0) + 1 }, readAt)
      }),

    async readUses(offerId) {
      return addUses(await documents.listByKey<OfferUses>(usesPk(offerId)))
    },

    async readStoredUses(offerId, customer) {
      const [shards, ofCustomer] = await Promise.all([
        documents.listByKey<OfferUses>(usesPk(offerId)),
        customer === undefined ? null : documents.get<{ count: number }>(customerUsesKey(customer, offerId)),
      ])
      return { shards, customer: ofCustomer }
    },

    async eraseUses(offerId) {
      const shards = await documents.listByKey(usesPk(offerId))
      await documents.erase(shards.map(({ key }) => key))
    },

    async eraseCustomers(customers) {
      for (const customer of new Set(customers)) {
        const uses = await documents.listByKey(customerUsesPk(customer))
        if (uses.length > 0) await documents.erase(uses.map(({ key }) => key))
      }
    },
  }
}

function changesOf(before: readonly OfferRecord[], after: readonly OfferRecord[]) {
  const ids = new Set([...before, ...after].map(({ id }) => id))
  return [...ids].flatMap((offerId) => {
    const from = before.find(({ id }) => id === offerId) ?? null
    const to = after.find(({ id }) => id === offerId) ?? null
    const changes = differences(from, to)
    const action = from === null ? 'create' : to === null ? 'delete' : 'update'
    return Object.keys(changes).length > 0 ? [{ offerId, action, changes } as const] : []
  })
}
