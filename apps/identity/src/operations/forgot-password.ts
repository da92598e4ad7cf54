import { forgotPassword as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { callingClient } from '../clients/app-client.ts'
import { emailDelivery, issueCode, type IssueCodeDeps } from '../codes/issue-code.ts'
import { countAttempt, type LimitDeps } from '../limits/attempt-limits.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { NO_SUB, type User } from '../users/user.ts'
import { clientCall } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'
import { invalidParameter, nameNotFound, userDisabled } from '../wire/pool-error.ts'

const request = z.object(clientCall)

type ForgotPasswordDeps = IssueCodeDeps & LimitDeps & Pick<PoolDeps, 'clients' | 'users' | 'subjectOf'>

export function forgotPassword(deps: ForgotPasswordDeps) {
  const { clients, users, subjectOf } = deps

  return operation(contract, request, async (input) => {
    const client = callingClient(clients, input)
    const user = await users.find(input.Username)
    if (!client.hidesUsers) assertResettable(user)
    await countAttempt(deps, 'forgot-password', subjectOf(input.Username, user))

    const to = user?.email ?? input.Username
    const sub = user && isResettable(user) ? user.sub : NO_SUB
    await users.change(sub, issueCode(deps, 'password-reset', { sub, to }))
    return { CodeDeliveryDetails: emailDelivery(to) }
  })
}

function isResettable({ enabled, confirmed, emailVerified }: User) {
  return enabled && confirmed && emailVerified
}

function assertResettable(user: User | null) {
  if (!user) throw nameNotFound()
  if (!user.enabled) throw userDisabled()
  if (isResettable(user)) return
  throw invalidParameter(
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
  )
}
