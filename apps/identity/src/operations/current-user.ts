import * as contract from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import type { PoolDeps } from '../pool-deps.ts'
import { type SignedInDeps, signedInUser } from '../tokens/signed-in-user.ts'
import { listAttributes } from '../users/attributes.ts'
import { token } from '../wire/fields.ts'
import { operation } from '../wire/operation.ts'

const request = z.object({ AccessToken: token })

type ChangeDeps = SignedInDeps & Pick<PoolDeps, 'users' | 'logEvent'>

export function getUser(deps: SignedInDeps) {
  return operation(contract.getUser, request, async ({ AccessToken }) => {
    const { user } = await signedInUser(deps, AccessToken)
    return { Username: user.sub, UserAttributes: listAttributes(user) }
  })
}

export function globalSignOut(deps: ChangeDeps) {
  return operation(contract.globalSignOut, request, async ({ AccessToken }, { requestId }) => {
    const { user } = await signedInUser(deps, AccessToken)
    await deps.users.change(user.sub, { endSessions: 'all' })
    deps.logEvent('signed out', user.sub, requestId)
    return {}
  })
}

export function deleteUser(deps: ChangeDeps) {
  return operation(contract.deleteUser, request, async ({ AccessToken }, { requestId }) => {
    const { user } = await signedInUser(deps, AccessToken)
    await deps.users.delete(user.sub)
    deps.logEvent('user deleted', user.sub, requestId)
    return null
  })
}
