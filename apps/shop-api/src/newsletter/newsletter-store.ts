import {
  COMMIT_MAX,
  type Document,
  type DocumentKey,
  type Documents,
  type DocumentWrite,
  type NewDocument,
} from '@nashta/documents/documents'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import { type MailLimit, mayMail } from './mailed-link.ts'

/** A request prunes at most this many old subscriptions. Later requests prune the rest. */
const PRUNED_PER_REQUEST = 20

/** A commit that deletes links also writes the subscription, a new link and its mail. */
const DELETED_LINKS_MAX = COMMIT_MAX - 3

/** The list of the subscriptions that are not confirmed, by the time of their last request. */
const PENDING = 'newsletter-pending'

/** The list of the confirmed subscriptions, by their addresses. */
const CONFIRMED = 'newsletter-confirmed'

type Subscriber = { email: string; name: string; status: 'pending' | 'confirmed' | 'unsubscribed' }

export type SubscriptionRequest = {
  /** In lower case, so that one address has one subscription. */
  email: string
  name: string
  /** The mail with the links to confirm and to unsubscribe. */
  mail: OutboxEntry
  /** The hash of the token in both links. */
  tokenHash: string
  at: Date
  mailLimit: MailLimit
  /**
   * What is older than this is deleted: the pending subscriptions of all addresses, and the links
   * that were mailed to `email` and not used to confirm.
   */
  pruneBefore: Date
}

export interface NewsletterStore {
  /**
   * Stores the subscription and adds its mail to the outbox, in one transaction. A confirmed
   * subscriber keeps name and status and gets no mail. An address over its limit gets no mail
   * either. Every case writes something, so that the response time does not tell the cases apart.
   */
  subscribe(request: SubscriptionRequest): Promise<void>

  /**
   * Confirms the address that the link was mailed to, even if it is unsubscribed. Returns false
   * when the link is unknown or was not mailed after `mailedAfter`.
   */
  confirm(tokenHash: string, when: { mailedAfter: Date; at: Date }): Promise<boolean>

  /**
   * A link that was used to confirm works for ever, any other until it is pruned. Returns false for
   * an unknown link.
   */
  unsubscribe(tokenHash: string): Promise<boolean>

  /** The token hashes of the links that were mailed to the address and are not pruned. */
  listLinks(email: string): Promise<string[]>

  /** Deletes the subscription and its links. */
  erase(email: string): Promise<void>

  /** The confirmed subscribers by their addresses, after the given one. */
  listConfirmed(page: { limit: number; after: string | undefined }): Promise<Subscriber[]>

  /** Null for an address that was never entered, or whose subscription was pruned. */
  find(email: string): Promise<Subscriber | null>
}

/** A link that confirms or ends a subscription. */
type MailedLink = { tokenHash: string; mailedAt: string }

type Subscription = Subscriber & {
  /** When the subscriber last asked for the newsletter. */
  askedAt: string
  /** The links, oldest first, so that they can be counted, pruned and erased. */
  mailed: readonly MailedLink[]
}

/** A link as a document of its own, which is found by the hash of its token. */
type StoredLink = { email: string; mailedAt: string; confirmedAt?: string }

export function createNewsletterStore(documents: Documents): NewsletterStore {
  const readSubscription = (email: string) => documents.get<Subscription>(subscriptionKey(email))
  const readLink = (tokenHash: string) => documents.get<StoredLink>(linkKey(tokenHash))

  async function prunePending(pruneTime: string) {
    const found = await documents.listByPlace(PENDING, { below: pruneTime, limit: PRUNED_PER_REQUEST })
    await Promise.all(found.map(({ key }) => prune(key, pruneTime)))
  }

  /**
   * Deletes a subscription and its links, none of which was used to confirm. When one commit cannot
   * delete all links, the subscription stays with the remaining links, and later requests delete
   * the rest.
   */
  const prune = (key: DocumentKey, pruneTime: string) =>
    documents.retryConflicts(async () => {
      const seen = await documents.get<Subscription>(key)
      // The subscriber may have confirmed or asked again since the list was read.
      if (!seen || seen.body.status !== 'pending' || seen.body.askedAt >= pruneTime) return
      const deleted = seen.body.mailed.slice(0, DELETED_LINKS_MAX)
      const mailed = seen.body.mailed.slice(DELETED_LINKS_MAX)
      await documents.commit([
        mailed.length === 0
          ? { delete: key, seen }
          : { put: subscriptionDocument({ ...seen.body, mailed }), seen },
        ...deleted.map(({ tokenHash }) => ({ delete: linkKey(tokenHash) })),
      ])
    })

  /** The links that were mailed before `pruneTime` and not used to confirm. */
  async function findPrunable(links: readonly MailedLink[], pruneTime: string) {
    const old = links.filter(({ mailedAt }) => mailedAt < pruneTime)
    const stored = await Promise.all(old.map(({ tokenHash }) => readLink(tokenHash)))
    return stored.filter((link) => link !== null).filter(({ body }) => body.confirmedAt === undefined)
  }

  /** Sets the status of the link's subscriber. Returns false for an unknown link. */
  const setStatus = (
    tokenHash: string,
    status: Subscriber['status'],
    useLink: (link: Document<StoredLink>) => DocumentWrite[] | null,
  ) =>
    documents.retryConflicts(async () => {
      const link = await readLink(tokenHash)
      const linkWrites = link && useLink(link)
      const seen = link && (await readSubscription(link.body.email))
      if (!linkWrites || !seen) return false
      await documents.commit([{ put: subscriptionDocument({ ...seen.body, status }), seen }, ...linkWrites])
      return true
    })

  return {
    async subscribe(request) {
      const { email, tokenHash, at, pruneBefore, mail } = request
      const pruneTime = pruneBefore.toISOString()
      await prunePending(pruneTime)
      await documents.retryConflicts(async () => {
        const seen = await readSubscription(email)
        const mailed = seen?.body.mailed ?? []
        const pruned = (await findPrunable(mailed, pruneTime)).slice(0, DELETED_LINKS_MAX)
        const prunedPks = new Set(pruned.map(({ key }) => key.pk))
        const links = mailed.filter((link) => !prunedPks.has(linkKey(link.tokenHash).pk))
        const { after, isMailed } = decideSubscription(seen?.body ?? null, links, request)
        const link = { key: linkKey(tokenHash), body: { email, mailedAt: at.toISOString() } }
        await documents.commit(
          [
            { put: subscriptionDocument(after), seen },
            ...pruned.map((old) => ({ delete: old.key, seen: old })),
            ...(isMailed ? [{ put: link, seen: null }] : []),
          ],
          isMailed ? [mail] : [],
        )
      })
    },

    confirm: (tokenHash, { mailedAfter, at }) =>
      setStatus(tokenHash, 'confirmed', (seen) => {
        const isExpired = seen.body.mailedAt <= mailedAfter.toISOString()
        const used = { ...seen.body, confirmedAt: at.toISOString() }
        return isExpired ? null : [{ put: { key: seen.key, body: used }, seen }]
      }),

    unsubscribe: (tokenHash) => setStatus(tokenHash, 'unsubscribed', () => []),

    async listLinks(email) {
      const subscription = await readSubscription(email)
      return subscription?.body.mailed.map(({ tokenHash }) => tokenHash) ?? []
    },

    erase: (email) =>
      documents.retryConflicts(async () => {
        const seen = await readSubscription(email)
        if (!seen) return
        await documents.erase(seen.body.mailed.map(({ tokenHash }) => linkKey(tokenHash)))
        // The subscription is deleted last, because a retry finds the links by it. A retry is
        // needed when a link was added meanwhile.
        await documents.commit([{ delete: seen.key, seen }])
      }),

    async listConfirmed({ limit, after }) {
      const found = await documents.listByPlace<Subscription>(CONFIRMED, { above: after, limit })
      return found.map(({ body: { email, name, status } }) => ({ email, name, status }))
    },

    async find(email) {
      const subscription = await readSubscription(email)
      if (!subscription) return null
      const { name, status } = subscription.body
      return { email, name, status }
    },
  }
}

/**
 * The subscription after a request, and whether its mail is sent. `links` are the stored links of
 * the address without the pruned ones.
 *
 * Anyone can enter an address, so a confirmed subscriber keeps the name. Who has unsubscribed stays
 * unsubscribed until the new link is used.
 */
function decideSubscription(
  before: Subscription | null,
  links: readonly MailedLink[],
  { email, name, tokenHash, at, mailLimit }: SubscriptionRequest,
): { after: Subscription; isMailed: boolean } {
  const askedAt = at.toISOString()
  const isConfirmed = before?.status === 'confirmed'
  const isMailed = !isConfirmed && mayMail(links, mailLimit)
  const after: Subscription = {
    email,
    name: isConfirmed ? before.name : name,
    status: before?.status ?? 'pending',
    askedAt,
    mailed: isMailed ? [...links, { tokenHash, mailedAt: askedAt }] : links,
  }
  return { after, isMailed }
}

function subscriptionKey(email: string) {
  return { pk: `newsletter#${email}`, sk: 'subscriber' }
}

function linkKey(tokenHash: string) {
  return { pk: `newsletter-link#${tokenHash}`, sk: 'link' }
}

function subscriptionDocument(subscription: Subscription): NewDocument {
  const { email, status, askedAt } = subscription
  return {
    key: subscriptionKey(email),
    body: subscription,
    ...(status === 'pending' && { place: { list: PENDING, place: askedAt } }),
    ...(status === 'confirmed' && { place: { list: CONFIRMED, place: email } }),
  }
}
