import { getUserAttributeVerificationCode as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { issueCode } from '../codes/issue-code.ts'
import { countAttempt } from '../limits/attempt-limits.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { type SignedInDeps, signedInUser } from '../tokens/signed-in-user.ts'
import { emailDelivery } from '../users/code-delivery.ts'
import { attributeName, token } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'
import { assertVerifiable } from './verify-user-attribute.ts'

const request = z.object({ AccessToken: token, AttributeName: attributeName })

type SendCodeDeps = SignedInDeps &
  Pick<PoolDeps, 'users' | 'attempts' | 'hashCode' | 'newCode' | 'newId' | 'now'>

export function getUserAttributeVerificationCode(deps: SendCodeDeps) {
  return operation(contract, request, async ({ AccessToken, AttributeName }) => {
    const { user } = await signedInUser(deps, AccessToken)
    assertVerifiable(AttributeName)
    await countAttempt(deps, 'send-attribute-code', user.sub)

    const to = user.pendingEmail ?? user.email
    await deps.users.change(user.sub, issueCode(deps, 'email', { sub: user.sub, to }))
    return { CodeDeliveryDetails: emailDelivery(to) }
  })
}
