import * as contract from '@nashta/contracts/identity/signed-in-devices'
import * as z from 'zod/mini'
import type { PoolDeps } from '../pool-deps.ts'
import { type CallerDeps, authenticateCaller } from '../tokens/authenticate-caller.ts'
import { sessionId, token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'

type SessionDeps = CallerDeps & Pick<PoolDeps, 'sessions' | 'logEvent'>

/** Our own operation: Cognito cannot list sessions. */
export function listSessions(deps: SessionDeps) {
  return defineOperation(contract.listSessions, z.object({ AccessToken: token }), async ({ AccessToken }) => {
    const { user, sessionId: currentId } = await authenticateCaller(deps, AccessToken)
    const sessions = await deps.sessions.listOf(user.sub)
    return {
      Sessions: sessions.map(({ id, device, signedInAt, lastUsedAt }) => ({
        SessionId: id,
        Device: device ?? undefined,
        SignedInAt: signedInAt.toISOString(),
        LastUsedAt: lastUsedAt.toISOString(),
        IsCurrent: id === currentId,
      })),
    }
  })
}

/** Our own operation: Cognito can end a single session only by its refresh token. */
export function endListedSession(deps: SessionDeps) {
  const request = z.object({ AccessToken: token, SessionId: sessionId })

  return defineOperation(
    contract.endListedSession,
    request,
    async ({ AccessToken, SessionId }, { requestId }) => {
      const { user } = await authenticateCaller(deps, AccessToken)
      await deps.sessions.revoke({ id: SessionId, sub: user.sub })
      deps.logEvent('signed out', user.sub, requestId)
      return {}
    },
  )
}
