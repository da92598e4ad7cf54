import { getId as contract } from '@nashta/contracts/identity/identity-pool'
import * as z from 'zod/mini'
import { regionalId } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'
import { PoolError } from '../wire/pool-error.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { loggedInSub } from './logged-in-sub.ts'

const request = z.object({
  IdentityPoolId: regionalId,
  Logins: z.optional(z.record(z.string(), z.string())),
})

export function getId(deps: IdentityDeps) {
  return operation(contract, request, async ({ IdentityPoolId, Logins }) => {
    if (IdentityPoolId !== deps.identityPoolId) {
      throw new PoolError('ResourceNotFoundException', `IdentityPool '${IdentityPoolId}' not found.`)
    }
    const sub = await loggedInSub(deps, Logins)
    return { IdentityId: sub === null ? deps.ids.guest() : deps.ids.ofUser(sub) }
  })
}
