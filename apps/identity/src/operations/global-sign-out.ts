import { globalSignOut as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import type { PoolDeps } from '../pool-deps.ts'
import { type SignedInDeps, signedInUser } from '../tokens/signed-in-user.ts'
import { token } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'

const request = z.object({ AccessToken: token })

type GlobalSignOutDeps = SignedInDeps & Pick<PoolDeps, 'users' | 'note'>

export function globalSignOut(deps: GlobalSignOutDeps) {
  return operation(contract, request, async ({ AccessToken }, { requestId }) => {
    const { user } = await signedInUser(deps, AccessToken)
    await deps.users.change(user.sub, { endSessions: 'all' })
    deps.note('signed out', user.sub, requestId)
    return {}
  })
}
