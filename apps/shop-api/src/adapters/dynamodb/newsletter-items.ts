import type { Item } from '@nashta/dynamodb/read-items'
import type { Subscriber } from '../../newsletter/newsletter-store.ts'

export const PENDING = 'newsletter-pending'

export type MailedLink = { tokenHash: string; mailedAt: string }
export type StoredLink = { email: string; mailedAt: string; confirmedAt?: string }

/** The subscriber's item holds its links too, so that they can be counted and pruned. */
export type StoredSubscriber = Subscriber & { askedAt: string; mailed: MailedLink[]; changes: number }

export function subscriberKey(email: string) {
  return { pk: `newsletter#${email}`, sk: 'subscriber' }
}

export function linkKey(tokenHash: string) {
  return { pk: `newsletter-link#${tokenHash}`, sk: 'link' }
}

export function subscriberItem(subscriber: StoredSubscriber): Item {
  const { email, status, askedAt } = subscriber
  return {
    ...subscriberKey(email),
    ...subscriber,
    ...(status === 'pending' && { queue: PENDING, due: askedAt }),
  }
}

export function linkItem(email: string, { tokenHash, mailedAt }: MailedLink): Item {
  return { ...linkKey(tokenHash), email, mailedAt }
}
