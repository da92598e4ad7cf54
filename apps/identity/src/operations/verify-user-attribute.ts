import * as contract from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { codeDeliveryDetails, newCodeWithMail, type NewCodeDeps } from '../codes/code-with-mail.ts'
import { assertCodeRedeemed } from '../codes/code.ts'
import { countAttempt, type LimitDeps } from '../limits/attempt-limits.ts'
import { noticeEntry, type NoticeDeps } from '../notices.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { type CallerDeps, authenticateCaller } from '../tokens/authenticate-caller.ts'
import { attributeName, confirmationCode, token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { invalidParameter } from '../wire/pool-error.ts'

type SendCodeDeps = CallerDeps & NewCodeDeps & LimitDeps & Pick<PoolDeps, 'users'>

export function getUserAttributeVerificationCode(deps: SendCodeDeps) {
  const request = z.object({ AccessToken: token, AttributeName: attributeName })

  return defineOperation(
    contract.getUserAttributeVerificationCode,
    request,
    async ({ AccessToken, AttributeName }) => {
      const { user } = await authenticateCaller(deps, AccessToken)
      assertVerifiable(AttributeName)
      await countAttempt(deps, 'send-attribute-code', user.sub)

      const to = user.pendingEmail ?? user.email
      await deps.users.change(user.sub, newCodeWithMail(deps, 'email', { sub: user.sub, to }))
      return { CodeDeliveryDetails: codeDeliveryDetails(to) }
    },
  )
}

type VerifyDeps = CallerDeps & LimitDeps & NoticeDeps & Pick<PoolDeps, 'users' | 'hashCode' | 'logEvent'>

export function verifyUserAttribute(deps: VerifyDeps) {
  const request = z.object({ AccessToken: token, AttributeName: attributeName, Code: confirmationCode })

  return defineOperation(contract.verifyUserAttribute, request, async (input, { requestId }) => {
    const { user } = await authenticateCaller(deps, input.AccessToken)
    assertVerifiable(input.AttributeName)
    await countAttempt(deps, 'verify-attribute', user.sub)

    const { sub, email, pendingEmail } = user
    const hash = deps.hashCode(input.Code, 'email', sub)
    // Without a pending address, the code verifies the current one.
    const change =
      pendingEmail === null
        ? { email }
        : { email: pendingEmail, mails: [noticeEntry(deps, 'email-changed', email)] }
    const outcome = await deps.users.redeemCode({ sub, purpose: 'email', hash, at: deps.now() }, change)
    // The caller is signed in, so the error may reveal that the account exists.
    assertCodeRedeemed(outcome, { hidesUsers: false })

    if (pendingEmail !== null) deps.logEvent('e-mail changed', sub, requestId)
    return {}
  })
}

function assertVerifiable(name: string) {
  if (name !== 'email') throw invalidParameter(`Attribute ${name} cannot be verified.`)
}
