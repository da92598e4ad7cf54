import { createHash, type KeyObject, randomBytes } from 'node:crypto'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/constants'
import { type JSONWebKeySet, SignJWT } from 'jose'
import { attributeClaims } from '../users/attributes.ts'
import type { User } from '../users/user.ts'
import type { Session } from './session-store.ts'

export type TokenUse = 'access' | 'id'

/** Access and id tokens have separate keys, as in Cognito. */
export interface SigningKeys {
  /** The key that signs new tokens. */
  current(use: TokenUse): { kid: string; privateKey: KeyObject }

  /** Null for an unknown key, and for a retired key whose tokens have all expired. */
  publicKey(kid: string): KeyObject | null

  /** The public part of every key that may have signed a token that is still valid. */
  publicKeySet(): JSONWebKeySet
}

/** The scope that an access token needs for the operations of the pool. */
export const USER_SCOPE = 'aws.cognito.signin.user.admin'

export type TokenDeps = { keys: SigningKeys; issuer: string; newId: () => string; now: () => Date }

export type TokenSubject = { user: User; groups: readonly string[]; session: Session }

/** The access and the id token of a sign-in or a refresh. */
export async function issueTokens(deps: TokenDeps, { user, groups, session }: TokenSubject) {
  const { clientId, id, signedInAt } = session
  const sharedClaims = {
    ...(groups.length > 0 && { 'cognito:groups': groups }),
    origin_jti: id,
    event_id: deps.newId(),
    auth_time: toEpochSeconds(signedInAt),
  }
  const accessClaims = {
    ...sharedClaims,
    token_use: 'access',
    client_id: clientId,
    scope: USER_SCOPE,
    username: user.sub,
  }
  const idClaims = {
    ...attributeClaims(user),
    ...sharedClaims,
    token_use: 'id',
    aud: clientId,
    'cognito:username': user.sub,
  }
  const [AccessToken, IdToken] = await Promise.all([
    sign(deps, 'access', user.sub, accessClaims),
    sign(deps, 'id', user.sub, idClaims),
  ])
  return { AccessToken, IdToken, ExpiresIn: ACCESS_TOKEN_LIFETIME_SECONDS, TokenType: 'Bearer' }
}

function sign({ keys, issuer, newId, now }: TokenDeps, use: TokenUse, sub: string, claims: object) {
  const { kid, privateKey } = keys.current(use)
  const issuedAt = toEpochSeconds(now())
  return new SignJWT({ ...claims })
    .setProtectedHeader({ kid, alg: 'RS256' })
    .setSubject(sub)
    .setIssuer(issuer)
    .setJti(newId())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFETIME_SECONDS)
    .sign(privateKey)
}

export function toEpochSeconds(date: Date) {
  return Math.floor(date.getTime() / 1000)
}

export function newRefreshToken() {
  return randomBytes(48).toString('base64url')
}

/** A plain hash is enough: 384 random bits cannot be guessed. */
export function hashRefreshToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}
