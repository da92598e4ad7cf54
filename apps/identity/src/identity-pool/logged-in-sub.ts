import type { AppClients } from '../clients/app-client.ts'
import type { SessionStore } from '../tokens/session-store.ts'
import { verifyPoolToken, type VerifyTokenDeps } from '../tokens/verify-pool-token.ts'
import { notAuthorized } from '../wire/pool-error.ts'
import type { IdentityIds } from './identity-ids.ts'

export type IdentityDeps = VerifyTokenDeps & {
  identityPoolId: string
  identityIds: IdentityIds
  clients: AppClients
  sessions: Pick<SessionStore, 'isLive'>
}

/**
 * The sub of the user whose id token is in `logins`, Cognito's map from providers to tokens. Null
 * for a guest, who sends no logins.
 */
export async function loggedInSub(
  deps: IdentityDeps,
  logins: Record<string, string> = {},
): Promise<string | null> {
  const entries = Object.entries(logins)
  if (entries.length === 0) return null

  // The name of a provider is the URL of its issuer without https://.
  const token = entries.find(([provider]) => `https://${provider}` === deps.issuer)?.[1]
  if (token === undefined || entries.length > 1) {
    throw notAuthorized('Token is not from a supported provider of this identity pool.')
  }
  const result = await verifyPoolToken(deps, token)
  if ('fault' in result) throw notAuthorized(`Invalid login token. ${FAULT_TEXTS[result.fault]}`)

  const { claims } = result
  if (claims['token_use'] !== 'id' || !deps.clients.has(String(claims.aud))) {
    throw notAuthorized('Invalid login token. Not an id token of this user pool.')
  }
  const sub = String(claims.sub)
  if (!deps.sessions.isLive({ id: String(claims['origin_jti']), sub })) {
    throw notAuthorized('Invalid login token. The session has ended.')
  }
  return sub
}

/**
 * Cognito's texts. The fault `invalid` has many causes. Each of them gets the text about a wrong
 * issuer.
 */
const FAULT_TEXTS = {
  invalid: "Issuer doesn't match providerName",
  'bad signature': "Couldn't verify signed token.",
  expired: 'Token expired.',
}
