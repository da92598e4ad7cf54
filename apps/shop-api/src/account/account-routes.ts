import * as contract from '@nashta/contracts/account/account-data'
import { type Route, route } from '@nashta/service-kit/http/routes'
import type { AccountDeps } from './account-deps.ts'
import { eraseAccount } from './erase-account.ts'
import { exportAccount } from './export-account.ts'

export function accountRoutes(deps: AccountDeps): Route[] {
  return [
    route(contract.exportAccount, async ({ caller }) => ({ data: await exportAccount(deps, caller) })),
    route(contract.eraseAccount, async ({ caller }) => ({ data: await eraseAccount(deps, caller) })),
  ]
}
