import { isOperator } from '@nashta/contracts/api/operator-roles'
import { initiateAuth as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { type AppClient, assertSecretHash, requireClient } from '../clients/app-client.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { hashRefreshToken, issueTokens } from '../tokens/issue-tokens.ts'
import { sessionMetadata } from '../tokens/new-session.ts'
import { isIdle } from '../tokens/session-store.ts'
import { clientId, oneOf } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { invalidParameter, notAuthorized, refreshTokenInvalid, userDisabled } from '../wire/pool-error.ts'
import { signInWithPassword, type SignInDeps } from './sign-in-with-password.ts'

/** The flows of Cognito's API. The pool implements those of `AppClient.flows`. */
const FLOWS = [
  'USER_SRP_AUTH',
  'REFRESH_TOKEN_AUTH',
  'REFRESH_TOKEN',
  'CUSTOM_AUTH',
  'ADMIN_NO_SRP_AUTH',
  'USER_PASSWORD_AUTH',
  'ADMIN_USER_PASSWORD_AUTH',
  'USER_AUTH',
] as const

const optionalText = z.optional(z.string())

/** Which parameters are required depends on the flow. */
const authParameters = z.object({
  USERNAME: optionalText,
  PASSWORD: optionalText,
  REFRESH_TOKEN: optionalText,
  SECRET_HASH: optionalText,
})

const request = z.object({
  ClientId: clientId,
  AuthFlow: oneOf(FLOWS),
  AuthParameters: z._default(authParameters, {}),
  ClientMetadata: sessionMetadata,
})

type RefreshDeps = Pick<PoolDeps, 'users' | 'groups' | 'sessions' | 'keys' | 'issuer' | 'newId' | 'now'>

export function initiateAuth(deps: SignInDeps & RefreshDeps) {
  return defineOperation(contract, request, async (input, { requestId }) => {
    const { ClientId, AuthFlow, AuthParameters, ClientMetadata: metadata } = input
    const client = requireClient(deps.clients, ClientId)
    // Cognito has two names for a refresh.
    const flow = AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : AuthFlow
    if (!client.flows.some((enabled) => enabled === flow)) {
      throw invalidParameter(`${flow} flow not enabled for this client`)
    }
    if (flow === 'USER_PASSWORD_AUTH')
      return signInWithPassword(deps, client, { ...AuthParameters, metadata }, requestId)
    // `AppClient.flows` has only one other flow, REFRESH_TOKEN_AUTH.
    const AuthenticationResult = await refreshTokens(deps, client, AuthParameters)
    return { AuthenticationResult, ChallengeParameters: {} }
  })
}

/** Issues new access and id tokens for a session, with the user's current attributes and groups. */
async function refreshTokens(
  deps: RefreshDeps,
  client: AppClient,
  { REFRESH_TOKEN: token, SECRET_HASH: hash }: z.output<typeof authParameters>,
) {
  if (!token) throw invalidParameter('Missing required parameter REFRESH_TOKEN')
  const session = await deps.sessions.findByRefreshHash(hashRefreshToken(token))
  if (!session || session.clientId !== client.id) throw refreshTokenInvalid()
  // A refresh has no user name, so its secret hash is made with the owner's sub.
  assertSecretHash(client, { username: session.sub, hash })
  if (session.revoked) throw notAuthorized('Refresh Token has been revoked')
  if (session.expiresAt <= deps.now()) throw notAuthorized('Refresh Token has expired')

  const user = await deps.users.find(session.sub)
  if (!user) throw refreshTokenInvalid()
  if (!user.enabled) throw userDisabled()
  const groups = await deps.groups.groupsOf(user.sub)
  if (isOperator(groups) && isIdle(session, deps.now())) throw notAuthorized('Refresh Token has expired')
  await deps.sessions.recordUse(session.id)
  return issueTokens(deps, { user, groups, session })
}
