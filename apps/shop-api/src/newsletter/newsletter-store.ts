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
  /** An address gets no mail when `max` mails have been sent to it after `since`. */
  mailLimit: { max: number; since: Date }
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

  /** Null for an address that was never entered, or whose subscription was pruned. */
  find(email: string): Promise<Subscriber | null>
}
