import type { Item } from '@nashta/dynamodb/read-items'
import type { Subscriber } from '../../newsletter/newsletter-store.ts'
import { SCHEMA } from './tables.ts'

/** The `queue` attribute of unconfirmed subscriptions, by which the index `byDue` finds them. */
export const PENDING_QUEUE = 'newsletter-pending'

const SUBSCRIBER_PREFIX = 'newsletter#'

/** A link that confirms or ends a subscription. The subscriber's item lists its links in this form. */
export type MailedLink = { tokenHash: string; mailedAt: string }

/** The fields of a link's own item, which is found by the hash of the link's token. */
export type StoredLink = { email: string; mailedAt: string; confirmedAt?: string }

export type StoredSubscriber = Subscriber & {
  /** When the subscriber last asked for the newsletter. */
  askedAt: string
  /** The links, oldest first, so that they can be counted and pruned. */
  mailed: MailedLink[]
  /** Counts the writes. */
  version: number
}

export function subscriberKey(email: string) {
  return { pk: `${SUBSCRIBER_PREFIX}${email}`, sk: 'subscriber' }
}

export function emailOfPk(pk: string) {
  return pk.slice(SUBSCRIBER_PREFIX.length)
}

export function linkKey(tokenHash: string) {
  return { pk: `newsletter-link#${tokenHash}`, sk: 'link' }
}

export function subscriberItem(subscriber: StoredSubscriber): Item {
  const { email, name, status, askedAt, mailed, version } = subscriber
  return {
    ...subscriberKey(email),
    email,
    name,
    status,
    askedAt,
    mailed,
    version,
    schema: SCHEMA,
    // Pruning finds old subscriptions by the index `byDue`, whose sort key is `due`.
    ...(status === 'pending' && { queue: PENDING_QUEUE, due: askedAt }),
  }
}

/**
 * The attributes of a subscriber item that an update sets or removes. It leaves all other
 * attributes, which newer code may have added, as they are.
 */
export const SUBSCRIBER_ATTRIBUTES = [
  'email',
  'name',
  'status',
  'askedAt',
  'mailed',
  'version',
  'schema',
  'queue',
  'due',
]

export function linkItem(email: string, { tokenHash, mailedAt }: MailedLink): Item {
  return { ...linkKey(tokenHash), email, mailedAt }
}
