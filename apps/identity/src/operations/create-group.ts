import * as z from 'zod/mini'
import type { PoolDeps } from '../pool-deps.ts'
import { groupName, userPoolId } from '../wire/members.ts'
import { signedOperation } from '../wire/operation.ts'
import { PoolError } from '../wire/pool-error.ts'
import { poolNotFound } from '../wire/refusals.ts'

const request = z.object({ UserPoolId: userPoolId, GroupName: groupName })

type CreateGroupDeps = Pick<PoolDeps, 'poolId' | 'groups' | 'now'>

export function createGroup({ poolId, groups, now }: CreateGroupDeps) {
  return signedOperation('CreateGroup', request, async ({ UserPoolId, GroupName }) => {
    if (UserPoolId !== poolId) throw poolNotFound(UserPoolId)
    if (!(await groups.create(GroupName))) {
      throw new PoolError('GroupExistsException', 'A group with the name already exists.')
    }
    const seconds = now().getTime() / 1000
    return { Group: { GroupName, UserPoolId, CreationDate: seconds, LastModifiedDate: seconds } }
  })
}
