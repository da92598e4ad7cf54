import * as z from 'zod/mini'
import type { PoolDeps } from '../pool-deps.ts'
import { username, userPoolId } from '../wire/members.ts'
import { signedOperation } from '../wire/operation.ts'
import { findManagedUser, type ManagedUserDeps } from './find-managed-user.ts'

const request = z.object({ UserPoolId: userPoolId, Username: username })

type DisableDeps = ManagedUserDeps & Pick<PoolDeps, 'note'>

export function adminDisableUser(deps: DisableDeps) {
  return signedOperation('AdminDisableUser', request, async (input, { requestId }) => {
    const { sub } = await findManagedUser(deps, input)
    await deps.users.change(sub, { enabled: false, endSessions: 'all' })
    deps.note('user disabled', sub, requestId)
    return {}
  })
}
