import * as contract from '@nashta/contracts/shop-api/account-data'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { createConcurrencyLimit } from '@nashta/service-kit/limits/concurrency-limit'
import type { AccountDeps } from './account-deps.ts'
import { eraseAccount } from './erase-account.ts'
import { exportAccount } from './export-account.ts'

const EXPORTS_QUEUED_MAX = 20

export function accountRoutes(deps: AccountDeps): Route[] {
  // One export at a time: two at once would leave half as much time for other requests.
  const runAlone = createConcurrencyLimit({ concurrent: 1, queued: EXPORTS_QUEUED_MAX })
  return [
    route(contract.exportAccount, async ({ caller }) => runAlone(() => exportAccount(deps, caller))),
    route(contract.eraseAccount, async ({ caller }) => ({ data: await eraseAccount(deps, caller) })),
  ]
}
