import * as z from 'zod/mini'
import { newMemberEntries, type NoticeDeps } from '../notices.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { listAttributes } from '../users/attributes.ts'
import { groupName, mfaSettings, username, userPoolId } from '../wire/fields.ts'
import { defineAdminOperation } from '../wire/operation.ts'
import { groupNotFound, PoolError, poolNotFound, userNotFound } from '../wire/pool-error.ts'
import {
  assertSecondFactorVerified,
  secondFactorStateOf,
  wantedSecondFactorState,
} from './second-factor-operations.ts'

type AdminDeps = Pick<PoolDeps, 'poolId' | 'users' | 'logEvent'>
type MembershipDeps = AdminDeps & Pick<PoolDeps, 'groups'>

const userRequest = z.object({ UserPoolId: userPoolId, Username: username })
const groupRequest = z.object({ UserPoolId: userPoolId, GroupName: groupName })
const membershipRequest = z.object({ UserPoolId: userPoolId, Username: username, GroupName: groupName })

export function createGroup({ poolId, groups, now }: Pick<PoolDeps, 'poolId' | 'groups' | 'now'>) {
  return defineAdminOperation('CreateGroup', groupRequest, async ({ UserPoolId, GroupName }) => {
    if (UserPoolId !== poolId) throw poolNotFound(UserPoolId)
    if (!(await groups.create(GroupName))) {
      throw new PoolError('GroupExistsException', 'A group with the name already exists.')
    }
    const seconds = now().getTime() / 1000
    return { Group: { GroupName, UserPoolId, CreationDate: seconds, LastModifiedDate: seconds } }
  })
}

/** Adds a user to a group. Only tokens that are issued afterwards name the group. */
export function adminAddUserToGroup(deps: MembershipDeps & NoticeDeps) {
  return defineAdminOperation('AdminAddUserToGroup', membershipRequest, async (input, { requestId }) => {
    const user = await requireUser(deps, input)
    const { sub } = user
    const mails = await newMemberEntries(deps, user, input.GroupName)
    if (!(await deps.groups.addMember(sub, input.GroupName, mails))) throw groupNotFound()
    deps.logEvent('group changed', sub, requestId)
    // Cognito responds without a body.
    return null
  })
}

/** Removes a user from a group. Tokens that were issued earlier still name the group. */
export function adminRemoveUserFromGroup(deps: MembershipDeps) {
  return defineAdminOperation('AdminRemoveUserFromGroup', membershipRequest, async (input, { requestId }) => {
    const { sub } = await requireUser(deps, input)
    if (!(await deps.groups.removeMember(sub, input.GroupName))) throw groupNotFound()
    deps.logEvent('group changed', sub, requestId)
    // Cognito responds without a body.
    return null
  })
}

/** Returns the user with this sub or e-mail address, without secrets. */
export function adminGetUser(deps: AdminDeps) {
  return defineAdminOperation('AdminGetUser', userRequest, async (input) => {
    const user = await requireUser(deps, input)
    return {
      Username: user.sub,
      UserAttributes: listAttributes(user),
      Enabled: user.enabled,
      UserStatus: user.confirmed ? 'CONFIRMED' : 'UNCONFIRMED',
    }
  })
}

/** Deletes any user, also the last administrator: the caller has the keys of the pool. */
export function adminDeleteUser(deps: AdminDeps) {
  return defineAdminOperation('AdminDeleteUser', userRequest, async (input, { requestId }) => {
    const { sub } = await requireUser(deps, input)
    await deps.users.delete(sub)
    deps.logEvent('user deleted', sub, requestId)
    // Cognito responds without a body.
    return null
  })
}

/** Lists all members in one response, because a shop has few operators. */
export function listUsersInGroup({ poolId, users, groups }: MembershipDeps) {
  return defineAdminOperation('ListUsersInGroup', groupRequest, async ({ UserPoolId, GroupName }) => {
    if (UserPoolId !== poolId) throw poolNotFound(UserPoolId)
    const members = await Promise.all(
      (await groups.memberEmails(GroupName)).map((email) => users.find(email)),
    )
    return {
      Users: members
        .filter((user) => user !== null)
        .map((user) => ({ Username: user.sub, Attributes: listAttributes(user), Enabled: user.enabled })),
    }
  })
}

export function adminDisableUser(deps: AdminDeps) {
  return defineAdminOperation('AdminDisableUser', userRequest, async (input, { requestId }) => {
    const { sub } = await requireUser(deps, input)
    await deps.users.change(sub, { enabled: false, endSessions: 'all' })
    deps.logEvent('user disabled', sub, requestId)
    return {}
  })
}

/**
 * Turns the second factor of a user on or off, for example off for a user who lost the phone and
 * the recovery codes.
 */
export function adminSetUserMfaPreference(deps: AdminDeps & Pick<PoolDeps, 'secondFactors'>) {
  const request = z.object({ UserPoolId: userPoolId, Username: username, ...mfaSettings })

  return defineAdminOperation('AdminSetUserMFAPreference', request, async (input, { requestId }) => {
    const { sub } = await requireUser(deps, input)
    const wanted = wantedSecondFactorState(input)
    if (wanted === null || wanted === secondFactorStateOf(deps, sub)) return {}
    if (wanted === 'on') assertSecondFactorVerified(deps, sub)
    // All sessions end, because one of them may be a stranger's.
    await deps.users.change(sub, { secondFactor: wanted, endSessions: 'all' })
    deps.logEvent(`second factor ${wanted}`, sub, requestId)
    return {}
  })
}

async function requireUser(
  { poolId, users }: AdminDeps,
  { UserPoolId, Username }: z.output<typeof userRequest>,
) {
  if (UserPoolId !== poolId) throw poolNotFound(UserPoolId)
  const user = await users.find(Username)
  if (!user) throw userNotFound()
  return user
}
