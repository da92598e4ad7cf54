import * as contract from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { authenticateClient } from '../clients/app-client.ts'
import { codeDeliveryDetails, newCodeWithMail, type NewCodeDeps } from '../codes/code-with-mail.ts'
import { assertCodeRedeemed } from '../codes/code.ts'
import { countAttempt, type LimitDeps } from '../limits/attempt-limits.ts'
import { noticeEntry, type NoticeDeps } from '../notices.ts'
import { assertPassword } from '../passwords/password-policy.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { NO_EMAIL, NO_SUB, type User } from '../users/user.ts'
import { clientCallFields, confirmationCode, password } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { invalidParameter, nameNotFound, userDisabled } from '../wire/pool-error.ts'

type ForgotPasswordDeps = NewCodeDeps & LimitDeps & Pick<PoolDeps, 'clients' | 'users' | 'attemptSubjectOf'>

export function forgotPassword(deps: ForgotPasswordDeps) {
  const { clients, users, attemptSubjectOf } = deps

  return defineOperation(contract.forgotPassword, z.object(clientCallFields), async (input) => {
    const client = authenticateClient(clients, input)
    const user = await users.find(input.Username)
    if (!client.hidesUsers) assertCanResetPassword(user)
    await countAttempt(deps, 'forgot-password', attemptSubjectOf(input.Username, user))

    const sub = user && canResetPassword(user) ? user.sub : NO_SUB
    await users.change(sub, newCodeWithMail(deps, 'password-reset', { sub, to: user?.email ?? NO_EMAIL }))
    return { CodeDeliveryDetails: codeDeliveryDetails(user?.email ?? input.Username) }
  })
}

function canResetPassword({ enabled, confirmed, emailVerified }: User) {
  return enabled && confirmed && emailVerified
}

function assertCanResetPassword(user: User | null) {
  if (!user) throw nameNotFound()
  if (!user.enabled) throw userDisabled()
  if (canResetPassword(user)) return
  throw invalidParameter(
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
  )
}

type ConfirmForgotPasswordDeps = LimitDeps &
  NoticeDeps &
  Pick<PoolDeps, 'clients' | 'users' | 'hasher' | 'policy' | 'hashCode' | 'attemptSubjectOf' | 'logEvent'>

export function confirmForgotPassword(deps: ConfirmForgotPasswordDeps) {
  const { clients, users, hasher, policy, hashCode, attemptSubjectOf, logEvent, now } = deps
  const request = z.object({ ...clientCallFields, ConfirmationCode: confirmationCode, Password: password })

  return defineOperation(contract.confirmForgotPassword, request, async (input, { requestId }) => {
    const client = authenticateClient(clients, input)
    // Checked first, so that a refused password does not use up the code.
    assertPassword(policy, input.Password, 'does not conform to')
    const user = await users.find(input.Username)
    if (!user && !client.hidesUsers) throw nameNotFound()
    await countAttempt(deps, 'confirm-forgot-password', attemptSubjectOf(input.Username, user))

    const sub = user?.enabled ? user.sub : NO_SUB
    const hash = hashCode(input.ConfirmationCode, 'password-reset', sub)
    const outcome = await users.redeemCode(
      { sub, purpose: 'password-reset', hash, at: now() },
      {
        passwordHash: await hasher.hash(input.Password),
        endSessions: 'all',
        unlock: true,
        mails: [noticeEntry(deps, 'password-changed', user?.email ?? NO_EMAIL)],
      },
    )
    assertCodeRedeemed(outcome, client)
    logEvent('password reset', sub, requestId)
    return {}
  })
}
