import { changePassword as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { countAttempt } from '../limits/attempt-limits.ts'
import { noticeEntry } from '../notices.ts'
import { assertPassword } from '../passwords/password-policy.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { type CallerDeps, authenticateCaller } from '../tokens/authenticate-caller.ts'
import type { User } from '../users/user.ts'
import { password, token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { wrongPassword } from '../wire/pool-error.ts'

const request = z.object({ AccessToken: token, PreviousPassword: password, ProposedPassword: password })

type ChangePasswordDeps = CallerDeps &
  Pick<PoolDeps, 'users' | 'attempts' | 'hasher' | 'policy' | 'newId' | 'logEvent' | 'publicUrl' | 'now'>

export function changePassword(deps: ChangePasswordDeps) {
  const { users, hasher, policy, logEvent } = deps

  return defineOperation(
    contract,
    request,
    async ({ AccessToken, PreviousPassword, ProposedPassword }, { requestId }) => {
      const { user, sessionId } = await authenticateCaller(deps, AccessToken)
      assertPassword(policy, ProposedPassword, { owner: user })
      await countAttempt(deps, 'change-password', user.sub)

      const { isCorrect } = await hasher.verify(PreviousPassword, user.passwordHash)
      if (!isCorrect) {
        logEvent('password change failed', user.sub, requestId)
        throw wrongPassword()
      }
      const change = {
        passwordHash: await hasher.hash(ProposedPassword),
        // The other sessions end, because one of them may be a stranger's.
        endSessions: { except: sessionId },
        mails: [noticeEntry(deps, 'password-changed', user.email)],
      }
      // The password may be reset while this operation runs. An attacker who knows the old password
      // must not undo the reset.
      const changeUnlessPasswordWasReset = ({ passwordHash }: User) =>
        passwordHash === user.passwordHash ? change : null
      const outcome = await users.change(user.sub, changeUnlessPasswordWasReset)
      if (outcome !== 'changed') throw wrongPassword()
      logEvent('password changed', user.sub, requestId)
      return {}
    },
  )
}
