import type { OutboxEntry } from '@nashta/outbox/outbox'

export type Subscriber = { email: string; name: string; status: 'pending' | 'confirmed' | 'unsubscribed' }

export type SubscriptionRequest = {
  /** In lower case, so that one address has one subscription. */
  email: string
  name: string
  /** The mail with the links to confirm and to unsubscribe. */
  mail: OutboxEntry
  /** The hash of the token in both links. */
  tokenHash: string
  at: Date
  /** No mail is sent to an address that has had `max` of them after `since`. */
  mailLimit: { max: number; since: Date }
  /**
   * Pending subscriptions requested before this time are deleted, and so are links that were mailed to `email` before it
   * and not used to confirm.
   */
  pruneBefore: Date
}

export interface NewsletterStore {
  /**
   * Stores the subscription and adds its mail to the outbox, in one transaction. A confirmed subscriber keeps name and
   * status and gets no mail; an address over its limit gets no mail either. Something is written in every case, so that
   * the response time does not tell which case it was.
   */
  subscribe(request: SubscriptionRequest): Promise<void>

  /**
   * Confirms the address that the link was mailed to, whatever its status was. False when the link is unknown or was not
   * mailed after `mailedAfter`.
   */
  confirm(tokenHash: string, when: { mailedAfter: Date; at: Date }): Promise<boolean>

  /** A link that was used to confirm works for ever, any other until it is pruned. False for an unknown link. */
  unsubscribe(tokenHash: string): Promise<boolean>

  /** The token hashes of the links that were mailed to the address and are not pruned. */
  listLinks(email: string): Promise<string[]>

  /** Deletes the subscription and its links. */
  erase(email: string): Promise<void>

  /** Null for an address that was never entered, or whose subscription was pruned. */
  find(email: string): Promise<Subscriber | null>
}
