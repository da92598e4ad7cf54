import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { EmailOf } from '@nashta/service-kit/auth/authorise'
import type { FetchInteractions } from '@nashta/service-kit/http/remote-recommendations'
import type { CartStore } from '../cart/cart-store.ts'
import type { NewsletterStore } from '../newsletter/newsletter-store.ts'
import type { PurchaseStore } from '../purchases/purchase-store.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'

export type AccountDeps = {
  purchases: PurchaseStore
  carts: CartStore
  newsletter: NewsletterStore
  tickets: TicketStore
  /** Erases mails that wait in the outbox, by key, and those that the mail transport stores, by address. */
  eraseMails: (keys: readonly string[], addresses: readonly string[]) => Promise<void>
  /** Null without a recommendation service, as the next one. */
  publishEvent: ((event: ShopEvent) => Promise<void>) | null
  fetchInteractions: FetchInteractions | null
  /** Overwrites what the storage still holds of deleted data. */
  removeTraces: () => void
  emailOf: EmailOf
  now: () => Date
}
