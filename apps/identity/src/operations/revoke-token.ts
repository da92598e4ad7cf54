import { revokeToken as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { assertSecret, requireClient } from '../clients/app-client.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { hashRefreshToken } from '../tokens/issue-tokens.ts'
import { clientId, clientSecret, token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { PoolError } from '../wire/pool-error.ts'

const request = z.object({ ClientId: clientId, ClientSecret: clientSecret, Token: token })

type RevokeTokenDeps = Pick<PoolDeps, 'clients' | 'sessions' | 'logEvent'>

/** Ends one session. An unknown or already revoked token is accepted. */
export function revokeToken({ clients, sessions, logEvent }: RevokeTokenDeps) {
  return defineOperation(contract, request, async ({ ClientId, ClientSecret, Token }, { requestId }) => {
    const client = requireClient(clients, ClientId)
    assertSecret(client, ClientSecret)
    // Access and id tokens are JWTs, whose parts are separated by dots.
    if (Token.includes('.')) {
      throw new PoolError('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.')
    }
    const session = await sessions.findByRefreshHash(hashRefreshToken(Token))
    if (!session) return {}
    if (session.clientId !== client.id) {
      throw new PoolError('UnauthorizedException', 'The token was issued to another client.')
    }
    await sessions.revoke(session)
    logEvent('signed out', session.sub, requestId)
    return {}
  })
}
