import * as contract from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { callingClient } from '../clients/app-client.ts'
import { assertCodeRedeemed } from '../codes/code.ts'
import { emailDelivery, issueCode, type IssueCodeDeps } from '../codes/issue-code.ts'
import { countAttempt, type LimitDeps } from '../limits/attempt-limits.ts'
import { changeNotice, type NoticeDeps } from '../notices.ts'
import { assertPassword } from '../passwords/password-policy.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { NO_SUB, type User } from '../users/user.ts'
import { clientCall, confirmationCode, password } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'
import { invalidParameter, nameNotFound, userDisabled } from '../wire/pool-error.ts'

type ForgotPasswordDeps = IssueCodeDeps & LimitDeps & Pick<PoolDeps, 'clients' | 'users' | 'subjectOf'>

export function forgotPassword(deps: ForgotPasswordDeps) {
  const { clients, users, subjectOf } = deps

  return operation(contract.forgotPassword, z.object(clientCall), async (input) => {
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

type ConfirmForgotPasswordDeps = LimitDeps &
  NoticeDeps &
  Pick<PoolDeps, 'clients' | 'users' | 'hasher' | 'policy' | 'hashCode' | 'subjectOf' | 'logEvent'>

export function confirmForgotPassword(deps: ConfirmForgotPasswordDeps) {
  const { clients, users, hasher, policy, hashCode, subjectOf, logEvent, now } = deps
  const request = z.object({ ...clientCall, ConfirmationCode: confirmationCode, Password: password })

  return operation(contract.confirmForgotPassword, request, async (input, { requestId }) => {
    const client = callingClient(clients, input)
    // Checked first, so that a refused password does not use up the code.
    assertPassword(policy, input.Password, 'does not conform to')
    const user = await users.find(input.Username)
    if (!user && !client.hidesUsers) throw nameNotFound()
    await countAttempt(deps, 'confirm-forgot-password', subjectOf(input.Username, user))

    const sub = user?.enabled ? user.sub : NO_SUB
    const hash = hashCode(input.ConfirmationCode, 'password-reset', sub)
    const outcome = await users.redeemCode(
      { sub, purpose: 'password-reset', hash, at: now() },
      {
        passwordHash: await hasher.hash(input.Password),
        endSessions: 'all',
        unlock: true,
        mails: [changeNotice(deps, 'password-changed', user?.email ?? input.Username)],
      },
    )
    assertCodeRedeemed(outcome, client)
    logEvent('password reset', sub, requestId)
    return {}
  })
}
