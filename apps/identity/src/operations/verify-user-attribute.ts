import { verifyUserAttribute as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { assertCodeUsed } from '../codes/assert-code-used.ts'
import { countAttempt } from '../limits/attempt-limits.ts'
import { emailChangedNotice } from '../notices.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { type SignedInDeps, signedInUser } from '../tokens/signed-in-user.ts'
import { attributeName, confirmationCode, token } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'
import { invalidParameter } from '../wire/refusals.ts'

const request = z.object({ AccessToken: token, AttributeName: attributeName, Code: confirmationCode })

type VerifyDeps = SignedInDeps &
  Pick<PoolDeps, 'users' | 'attempts' | 'hashCode' | 'newId' | 'note' | 'publicUrl' | 'now'>

export function verifyUserAttribute(deps: VerifyDeps) {
  return operation(contract, request, async ({ AccessToken, AttributeName, Code }, { requestId }) => {
    const { user } = await signedInUser(deps, AccessToken)
    assertVerifiable(AttributeName)
    await countAttempt(deps, 'verify-attribute', user.sub)

    const { sub, email, pendingEmail } = user
    const hash = deps.hashCode(Code, 'email', sub)
    const change =
      pendingEmail === null ? { email } : { email: pendingEmail, mails: [emailChangedNotice(deps, email)] }
    const outcome = await deps.users.useCode({ sub, purpose: 'email', hash, at: deps.now() }, change)
    assertCodeUsed(outcome, { hidesUsers: false })

    if (pendingEmail !== null) deps.note('e-mail changed', sub, requestId)
    return {}
  })
}

export function assertVerifiable(name: string) {
  if (name !== 'email') throw invalidParameter(`Attribute ${name} cannot be verified.`)
}
