import * as contract from '@nashta/contracts/account/account-data'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { EmailOf } from '@nashta/service-kit/auth/authorise'
import type { FetchInteractions } from '@nashta/service-kit/http/remote-recommendations'
import { type Route, route } from '@nashta/service-kit/http/routes'
import type { CartStore } from '../cart/cart-store.ts'
import type { NewsletterStore } from '../newsletter/newsletter-store.ts'
import type { PurchaseStore } from '../purchases/purchase-store.ts'
import { eraseAccount } from './erase-account.ts'
import { exportAccount } from './export-account.ts'

export type AccountDeps = {
  purchases: PurchaseStore
  carts: CartStore
  newsletter: NewsletterStore
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

export function accountRoutes(deps: AccountDeps): Route[] {
  return [
    route(contract.exportAccount, async ({ caller }) => ({ data: await exportAccount(deps, caller) })),
    route(contract.eraseAccount, async ({ caller }) => ({ data: await eraseAccount(deps, caller) })),
  ]
}
