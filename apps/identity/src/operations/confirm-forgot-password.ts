import { confirmForgotPassword as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { callingClient } from '../clients/app-client.ts'
import { assertCodeRedeemed } from '../codes/code.ts'
import { countAttempt, type LimitDeps } from '../limits/attempt-limits.ts'
import { type NoticeDeps, passwordChangedNotice } from '../notices.ts'
import { assertPassword } from '../passwords/password-policy.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { NO_SUB } from '../users/user.ts'
import { clientCall, confirmationCode, password } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'
import { nameNotFound } from '../wire/pool-error.ts'

const request = z.object({
  ...clientCall,
  ConfirmationCode: confirmationCode,
  Password: password,
})

type ConfirmForgotPasswordDeps = LimitDeps &
  NoticeDeps &
  Pick<PoolDeps, 'clients' | 'users' | 'hasher' | 'policy' | 'hashCode' | 'subjectOf' | 'logEvent'>

export function confirmForgotPassword(deps: ConfirmForgotPasswordDeps) {
  const { clients, users, hasher, policy, hashCode, subjectOf, logEvent, now } = deps

  return operation(contract, request, async (input, { requestId }) => {
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
        mails: [passwordChangedNotice(deps, user?.email ?? input.Username)],
      },
    )
    assertCodeRedeemed(outcome, client)
    logEvent('password reset', sub, requestId)
    return {}
  })
}
