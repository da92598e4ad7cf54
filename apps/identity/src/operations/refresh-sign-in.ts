import { type AppClient, assertSecretHash } from '../clients/app-client.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { issueTokens } from '../tokens/issue-tokens.ts'
import { hashRefreshToken } from '../tokens/refresh-token.ts'
import { invalidParameter, notAuthorized, refreshTokenInvalid, userDisabled } from '../wire/refusals.ts'
import type { AuthParameters } from './auth-parameters.ts'

export type RefreshSignInDeps = Pick<
  PoolDeps,
  'users' | 'groups' | 'sessions' | 'keys' | 'issuer' | 'newId' | 'now'
>

/** New access and id tokens of the same session; what they say of the user is read anew. */
export async function refreshSignIn(
  deps: RefreshSignInDeps,
  client: AppClient,
  { REFRESH_TOKEN: token, SECRET_HASH: hash }: AuthParameters,
) {
  if (!token) throw invalidParameter('Missing required parameter REFRESH_TOKEN')
  const session = await deps.sessions.findByRefresh(hashRefreshToken(token))
  if (!session || session.clientId !== client.id) throw refreshTokenInvalid()
  // No name comes with a refresh token: the hash is over its owner's, which is no e-mail.
  assertSecretHash(client, { username: session.sub, hash })
  if (session.revoked) throw notAuthorized('Refresh Token has been revoked')
  if (session.expiresAt <= deps.now()) throw notAuthorized('Refresh Token has expired')

  const user = await deps.users.find(session.sub)
  if (!user) throw refreshTokenInvalid()
  if (!user.enabled) throw userDisabled()
  return issueTokens(deps, { user, groups: await deps.groups.groupsOf(user.sub), session })
}
