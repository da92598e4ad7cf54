import type { Item } from '@nashta/dynamodb/read-items'
import type { Subscriber } from '../../newsletter/newsletter-store.ts'

export const PENDING = 'newsletter-pending'

export type Mailed = { tokenHash: string; mailedAt: string }

/** What is kept of an address: with it its links, so that they can be counted and forgotten. */
export type KeptSubscriber = Subscriber & { askedAt: string; mailed: Mailed[]; changes: number }

export function subscriberKey(email: string) {
  return { pk: `newsletter#${email}`, sk: 'subscriber' }
}

export function linkKey(tokenHash: string) {
  return { pk: `newsletter-link#${tokenHash}`, sk: 'link' }
}

export function subscriberItem(subscriber: KeptSubscriber): Item {
  const { email, status, askedAt } = subscriber
  return {
    ...subscriberKey(email),
    ...subscriber,
    ...(status === 'pending' && { queue: PENDING, due: askedAt }),
  }
}

export function linkItem(email: string, { tokenHash, mailedAt }: Mailed): Item {
  return { ...linkKey(tokenHash), email, mailedAt }
}
