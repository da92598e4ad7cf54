import { LAST_ADMIN_STAYS } from '@nashta/contracts/api/operator-roles'
import { FORMER_EMAILS } from '@nashta/contracts/identity/identity-operation'
import { SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import * as contract from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import type { PoolDeps } from '../pool-deps.ts'
import { type CallerDeps, authenticateCaller } from '../tokens/authenticate-caller.ts'
import { assertRecentSignIn } from '../tokens/recent-sign-in.ts'
import { listAttributes } from '../users/attributes.ts'
import { token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { notAuthorized } from '../wire/pool-error.ts'

const request = z.object({ AccessToken: token })

type ChangeDeps = CallerDeps & Pick<PoolDeps, 'users' | 'logEvent'>

export function getUser(deps: CallerDeps & Pick<PoolDeps, 'users' | 'secondFactors'>) {
  return defineOperation(contract.getUser, request, async ({ AccessToken }) => {
    const { user } = await authenticateCaller(deps, AccessToken)
    const formerEmails = await deps.users.formerEmailsOf(user.sub)
    return {
      Username: user.sub,
      UserAttributes: [
        ...listAttributes(user),
        ...(formerEmails.length > 0 ? [{ Name: FORMER_EMAILS, Value: formerEmails.join(' ') }] : []),
      ],
      ...(deps.secondFactors.isOn(user.sub) && {
        UserMFASettingList: [SECOND_FACTOR],
        PreferredMfaSetting: SECOND_FACTOR,
      }),
    }
  })
}

export function globalSignOut(deps: ChangeDeps) {
  return defineOperation(contract.globalSignOut, request, async ({ AccessToken }, { requestId }) => {
    const { user } = await authenticateCaller(deps, AccessToken)
    await deps.users.change(user.sub, { endSessions: 'all' })
    deps.logEvent('signed out', user.sub, requestId)
    return {}
  })
}

export function deleteUser(deps: ChangeDeps) {
  return defineOperation(contract.deleteUser, request, async ({ AccessToken }, { requestId }) => {
    const caller = await authenticateCaller(deps, AccessToken)
    assertRecentSignIn(caller, deps.now())
    const { user } = caller
    // Without an administrator, no operator could give roles at the desk.
    const outcome = await deps.users.delete(user.sub, { unlessLastOf: 'admin' })
    if (outcome === 'last of group') throw notAuthorized(LAST_ADMIN_STAYS)
    deps.logEvent('user deleted', user.sub, requestId)
    // Cognito responds without a body.
    return null
  })
}
