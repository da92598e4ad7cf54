import * as z from 'zod/mini'
import type { PoolDeps } from '../pool-deps.ts'
import { groupName, username, userPoolId } from '../wire/members.ts'
import { signedOperation } from '../wire/operation.ts'
import { groupNotFound } from '../wire/refusals.ts'
import { findManagedUser, type ManagedUserDeps } from './find-managed-user.ts'

const request = z.object({ UserPoolId: userPoolId, Username: username, GroupName: groupName })

type RemoveDeps = ManagedUserDeps & Pick<PoolDeps, 'groups' | 'note'>

/** Shows in the tokens of the next sign-in or refresh. */
export function adminRemoveUserFromGroup(deps: RemoveDeps) {
  return signedOperation('AdminRemoveUserFromGroup', request, async (input, { requestId }) => {
    const { sub } = await findManagedUser(deps, input)
    if (!(await deps.groups.remove(sub, input.GroupName))) throw groupNotFound()
    deps.note('group changed', sub, requestId)
    return null
  })
}
