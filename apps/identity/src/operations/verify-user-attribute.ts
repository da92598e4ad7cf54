import * as contract from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { emailDelivery, newCodeWithMail, type NewCodeDeps } from '../codes/code-with-mail.ts'
import { assertCodeRedeemed } from '../codes/code.ts'
import { countAttempt, type LimitDeps } from '../limits/attempt-limits.ts'
import { changeNotice, type NoticeDeps } from '../notices.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { type SignedInDeps, signedInUser } from '../tokens/signed-in-user.ts'
import { attributeName, confirmationCode, token } from '../wire/fields.ts'
import { operation } from '../wire/operation.ts'
import { invalidParameter } from '../wire/pool-error.ts'

type SendCodeDeps = SignedInDeps & NewCodeDeps & LimitDeps & Pick<PoolDeps, 'users'>

export function getUserAttributeVerificationCode(deps: SendCodeDeps) {
  const request = z.object({ AccessToken: token, AttributeName: attributeName })

  return operation(
    contract.getUserAttributeVerificationCode,
    request,
    async ({ AccessToken, AttributeName }) => {
      const { user } = await signedInUser(deps, AccessToken)
      assertVerifiable(AttributeName)
      await countAttempt(deps, 'send-attribute-code', user.sub)

      const to = user.pendingEmail ?? user.email
      await deps.users.change(user.sub, newCodeWithMail(deps, 'email', { sub: user.sub, to }))
      return { CodeDeliveryDetails: emailDelivery(to) }
    },
  )
}

type VerifyDeps = SignedInDeps & LimitDeps & NoticeDeps & Pick<PoolDeps, 'users' | 'hashCode' | 'logEvent'>

export function verifyUserAttribute(deps: VerifyDeps) {
  const request = z.object({ AccessToken: token, AttributeName: attributeName, Code: confirmationCode })

  return operation(contract.verifyUserAttribute, request, async (input, { requestId }) => {
    const { user } = await signedInUser(deps, input.AccessToken)
    assertVerifiable(input.AttributeName)
    await countAttempt(deps, 'verify-attribute', user.sub)

    const { sub, email, pendingEmail } = user
    const hash = deps.hashCode(input.Code, 'email', sub)
    // Without a pending address, the code verifies the current one.
    const change =
      pendingEmail === null
        ? { email }
        : { email: pendingEmail, mails: [changeNotice(deps, 'email-changed', email)] }
    const outcome = await deps.users.redeemCode({ sub, purpose: 'email', hash, at: deps.now() }, change)
    assertCodeRedeemed(outcome, { hidesUsers: false })

    if (pendingEmail !== null) deps.logEvent('e-mail changed', sub, requestId)
    return {}
  })
}

function assertVerifiable(name: string) {
  if (name !== 'email') throw invalidParameter(`Attribute ${name} cannot be verified.`)
}
