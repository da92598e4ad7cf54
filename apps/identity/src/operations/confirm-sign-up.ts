import * as contract from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { authenticateClient } from '../clients/app-client.ts'
import { codeDeliveryDetails, newCodeWithMail, type NewCodeDeps } from '../codes/code-with-mail.ts'
import { assertCodeRedeemed } from '../codes/code.ts'
import { countAttempt, type LimitDeps } from '../limits/attempt-limits.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { NO_EMAIL, NO_SUB } from '../users/user.ts'
import { clientCallFields, confirmationCode } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { alreadyConfirmed, invalidParameter, nameNotFound } from '../wire/pool-error.ts'

type ConfirmSignUpDeps = LimitDeps &
  Pick<PoolDeps, 'clients' | 'users' | 'hashCode' | 'attemptSubjectOf' | 'logEvent'>

export function confirmSignUp(deps: ConfirmSignUpDeps) {
  const { clients, users, hashCode, attemptSubjectOf, logEvent, now } = deps
  const request = z.object({ ...clientCallFields, ConfirmationCode: confirmationCode })

  return defineOperation(contract.confirmSignUp, request, async (input, { requestId }) => {
    const client = authenticateClient(clients, input)
    const user = await users.find(input.Username)
    if (!client.hidesUsers) {
      if (!user) throw nameNotFound()
      if (user.confirmed) throw alreadyConfirmed()
    }
    await countAttempt(deps, 'confirm-sign-up', attemptSubjectOf(input.Username, user))

    const sub = user?.sub ?? NO_SUB
    const hash = hashCode(input.ConfirmationCode, 'sign-up', sub)
    const outcome = await users.redeemCode({ sub, purpose: 'sign-up', hash, at: now() }, { confirmed: true })
    // The caller has the right code, so the account's state may be revealed.
    if (outcome === 'no longer valid' && user?.confirmed) throw alreadyConfirmed()
    assertCodeRedeemed(outcome, client)

    logEvent('sign-up confirmed', sub, requestId)
    return {}
  })
}

type ResendDeps = NewCodeDeps & LimitDeps & Pick<PoolDeps, 'clients' | 'users' | 'attemptSubjectOf'>

export function resendConfirmationCode(deps: ResendDeps) {
  const { clients, users, attemptSubjectOf } = deps

  return defineOperation(contract.resendConfirmationCode, z.object(clientCallFields), async (input) => {
    const client = authenticateClient(clients, input)
    const user = await users.find(input.Username)
    if (!client.hidesUsers) {
      if (!user) throw nameNotFound()
      if (user.confirmed) throw invalidParameter('User is already confirmed.')
    }
    await countAttempt(deps, 'resend-code', attemptSubjectOf(input.Username, user))

    const sub = user && !user.confirmed ? user.sub : NO_SUB
    await users.change(sub, newCodeWithMail(deps, 'sign-up', { sub, to: user?.email ?? NO_EMAIL }))
    return { CodeDeliveryDetails: codeDeliveryDetails(user?.email ?? input.Username) }
  })
}
