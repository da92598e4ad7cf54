import * as contract from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { codeDeliveryDetails, type NewCodeDeps, newEmailCode } from '../codes/code-with-mail.ts'
import { countAttempt, countMail, type LimitDeps } from '../limits/attempt-limits.ts'
import { newLink } from '../links/link.ts'
import { emailChangedEntry, type NoticeDeps } from '../notices.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { type CallerDeps, authenticateCaller } from '../tokens/authenticate-caller.ts'
import { addressForCode, assertCodeRedeemed, isCurrentCodeAddress, UNKNOWN_DEVICE } from '../users/code.ts'
import type { UserChange } from '../users/user-store.ts'
import type { User } from '../users/user.ts'
import { attributeName, confirmationCode, token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { invalidParameter } from '../wire/pool-error.ts'

type SendCodeDeps = CallerDeps & NewCodeDeps & LimitDeps & Pick<PoolDeps, 'users' | 'attemptSubjectOf'>

export function getUserAttributeVerificationCode(deps: SendCodeDeps) {
  const request = z.object({ AccessToken: token, AttributeName: attributeName })

  return defineOperation(
    contract.getUserAttributeVerificationCode,
    request,
    async ({ AccessToken, AttributeName }) => {
      const { user } = await authenticateCaller(deps, AccessToken)
      assertVerifiable(AttributeName)
      await countAttempt(deps, 'send-attribute-code', user.sub)

      const to = addressForCode(user, 'email')
      await countMail(deps, to)
      const codeWithMail = newEmailCode(deps, { sub: user.sub, to })
      // Null refuses the change: a code for an address that is no longer current is useless.
      const outcome = await deps.users.change(user.sub, (current) =>
        isCurrentCodeAddress(current, 'email', to) ? codeWithMail : null,
      )
      if (outcome !== 'changed') throw invalidParameter('The address was changed meanwhile.')
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
    const { sub } = user
    await countAttempt(deps, 'verify-attribute', sub)

    const hash = deps.hashCode(input.Code, 'email', sub)
    // UNKNOWN_DEVICE stands for all devices here. Every device may enter the code for an e-mail
    // address, and all devices share the tries of the code.
    const codeTry = { sub, purpose: 'email' as const, hash, device: UNKNOWN_DEVICE, at: deps.now() }
    const outcome = await deps.users.redeemCode(codeTry, (current) => verificationOf(deps, current))
    // The caller is signed in, so the error may reveal that the account exists.
    assertCodeRedeemed(outcome, { hidesUserExistence: false })

    if (user.pendingEmail !== null) deps.logEvent('e-mail changed', sub, requestId)
    return {}
  })
}

/** The change that the right code makes. Setting `email`, even to the current address, marks it as verified. */
function verificationOf(deps: VerifyDeps, { email, pendingEmail }: User): UserChange {
  if (pendingEmail === null) return { email }
  const { token: undoToken, link } = newLink('undo-email-change', email, deps.now())
  const mails = [emailChangedEntry(deps, email, undoToken)]
  return { email: pendingEmail, formerEmail: email, link, mails }
}

function assertVerifiable(name: string) {
  if (name !== 'email') throw invalidParameter(`Attribute ${name} cannot be verified.`)
}
