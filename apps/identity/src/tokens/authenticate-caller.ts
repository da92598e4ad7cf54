import type { JWTPayload } from 'jose'
import type { AppClients } from '../clients/app-client.ts'
import type { UserStore } from '../users/user-store.ts'
import type { User } from '../users/user.ts'
import { accessTokenInvalid, accessTokenRevoked, notAuthorized, userNotFound } from '../wire/pool-error.ts'
import { USER_SCOPE } from './issue-tokens.ts'
import type { SessionStore } from './session-store.ts'
import { verifyPoolToken, type VerifyTokenDeps, type TokenFault } from './verify-pool-token.ts'

export type CallerDeps = VerifyTokenDeps & {
  clients: AppClients
  sessions: Pick<SessionStore, 'isLive'>
  users: Pick<UserStore, 'find'>
}

export type AuthenticatedCaller = {
  user: User
  sessionId: string
  /** When the session began. A refresh of its tokens does not change this time. */
  signedInAt: Date
}

/** The user and the session of an access token. Throws when the token is not valid or its session has ended. */
export async function authenticateCaller(deps: CallerDeps, token: string): Promise<AuthenticatedCaller> {
  const result = await verifyPoolToken(deps, token)
  if ('fault' in result) throw refusal(result.fault)

  const { claims } = result
  const sessionId = claims['origin_jti']
  if (!isAccessToken(claims, deps.clients) || typeof sessionId !== 'string') throw accessTokenInvalid()
  if (claims['scope'] !== USER_SCOPE) throw notAuthorized('Access Token does not have required scopes')
  const sub = String(claims.sub)
  if (!deps.sessions.isLive({ id: sessionId, sub })) throw accessTokenRevoked()

  const user = await deps.users.find(sub)
  if (!user) throw userNotFound()
  return { user, sessionId, signedInAt: new Date(Number(claims['auth_time']) * 1000) }
}

function isAccessToken(claims: JWTPayload, clients: AppClients) {
  return claims['token_use'] === 'access' && clients.has(String(claims['client_id']))
}

function refusal(fault: TokenFault) {
  if (fault === 'expired') return notAuthorized('Access Token has expired')
  if (fault === 'bad signature') return notAuthorized('Could not verify signature for Access Token')
  return accessTokenInvalid()
}
