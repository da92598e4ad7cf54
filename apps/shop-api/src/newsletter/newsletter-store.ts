import type { OutboxEntry } from '@nashta/outbox/outbox'

export type Subscriber = { email: string; name: string; status: 'pending' | 'confirmed' | 'unsubscribed' }

export type SubscriptionRequest = {
  /** In lower case: an address is one however it is typed. */
  email: string
  name: string
  /** The mail with the links, and the hash of the token in them. */
  mail: OutboxEntry
  tokenHash: string
  at: Date
  /** No mail goes out when the address has had `max` of them after `since`. */
  mailLimit: { max: number; since: Date }
  /** Addresses that last asked before this and never confirmed are forgotten; so are links that nobody used. */
  forgetBefore: Date
}

export interface NewsletterStore {
  /**
   * Keeps the wish and adds its mail to the outbox, in one transaction. An address that is confirmed stays as
   * it is and gets no mail; nor does one over its limit. Which it was is not told, not by the time it takes
   * either: something is always written.
   */
  subscribe(request: SubscriptionRequest): Promise<void>

  /**
   * Confirms the address that the link was mailed to, whatever it was before. False when the link is unknown
   * or was mailed before `mailedAfter`.
   */
  confirm(tokenHash: string, when: { mailedAfter: Date; at: Date }): Promise<boolean>

  /** However old the link is, once it was used to confirm. False when it is unknown. */
  unsubscribe(tokenHash: string): Promise<boolean>

  /** Null for an address nobody has entered, or that is forgotten. */
  find(email: string): Promise<Subscriber | null>
}
