import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import { getUser } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { ServiceError } from '../http/service-error.ts'
import type { Settings } from '../process/settings.ts'
import { type Caller, createTokenVerifier } from './authorise.ts'

/** How long keys and the state of a session are cached: a sign-out may take effect this much later. */
const CACHE_MS = 5_000
const CACHE_MAX = 10_000
const TIMEOUT_MS = 5_000

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

export type RemoteUserPoolOptions = {
  /** The URL of Cognito, or of a user pool that speaks Cognito's protocol. */
  endpoint: string
  region: string
  poolId: string
  clientId: string
  now: () => Date
}

type RemoteUser = { email: string | null; birthDate: string | null; hasSecondFactor: boolean }

/** A user pool in another process: verifies tokens and finds out about their users over HTTP. */
export function connectUserPool({ endpoint, region, poolId, clientId, now }: RemoteUserPoolOptions) {
  const keysUrl = `${endpoint.replace(/\/$/, '')}/${poolId}/.well-known/jwks.json`
  /** By user name, which is the `sub` in pools whose users sign in by e-mail. */
  const users = new Map<string, RemoteUser>()

  const fetchKeys = async () => keySetSchema.parse(await (await request(keysUrl)).json())
  const cachedKeys = createCache(fetchKeys, now)

  /** Calls the pool, which refuses the token of a session that has ended. Stores what it tells about the user. */
  async function isSessionLive(token: string) {
    const response = await request(endpoint, {
      method: 'POST',
      headers: { 'content-type': IDENTITY_CONTENT_TYPE, [TARGET_HEADER]: getUser.target },
      body: JSON.stringify({ AccessToken: token }),
    })
    if (response.status === 400) return false
    const {
      Username,
      UserAttributes,
      UserMFASettingList = [],
    } = getUser.response.parse(await response.json())
    const valueOf = (name: string) => UserAttributes.find(({ Name }) => Name === name)?.Value ?? null
    if (users.size >= CACHE_MAX) users.clear()
    users.set(Username, {
      email: valueOf('email'),
      birthDate: valueOf('birthdate'),
      hasSecondFactor: UserMFASettingList.includes(SECOND_FACTOR),
    })
    return true
  }
  const cachedIsSessionLive = createCache(isSessionLive, now)

  return {
    verifyToken: createTokenVerifier({
      issuer: `https://cognito-idp.${region}.amazonaws.com/${poolId}`,
      clientId,
      // There is one key set, so the cache has one entry.
      fetchKeys: () => cachedKeys(''),
      isRevoked: async (_claims, token) => !(await cachedIsSessionLive(token)),
      now,
    }),
    /** The address that the pool sent when it confirmed the caller's session. */
    emailOf: async ({ sub }: Caller) => users.get(sub)?.email ?? null,
    birthDateOf: async ({ sub }: Caller) => users.get(sub)?.birthDate ?? null,
    /** As of the same reply. Cognito puts no claim about it into access tokens. */
    hasSecondFactor: async ({ sub }: Caller) => users.get(sub)?.hasSecondFactor ?? false,
    probe: async () => void (await fetchKeys()),
  }
}

async function request(url: string, options: RequestInit = {}) {
  const response = await fetch(url, {
    ...options,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => throwUnavailable(error))
  return response.status === 200 || response.status === 400 ? response : throwUnavailable(response.status)
}

function throwUnavailable(cause: unknown): never {
  throw new ServiceError('UNAVAILABLE', 'The user pool is away; please try again', { cause })
}

/** Caches promises, so that concurrent callers share one request. A rejected promise is removed. */
function createCache<Value>(load: (key: string) => Promise<Value>, now: () => Date) {
  const cache = new Map<string, { at: number; value: Promise<Value> }>()

  return (key: string): Promise<Value> => {
    const at = now().getTime()
    const cached = cache.get(key)
    if (cached && at - cached.at < CACHE_MS) return cached.value

    if (cache.size >= CACHE_MAX) cache.clear()
    const value = load(key)
    cache.set(key, { at, value })
    value.catch(() => cache.delete(key))
    return value
  }
}

/** The URL of the user pool; null when it runs inside this process. */
export function userPoolEndpoint(settings: Settings): string | null {
  const { CLOUD, COGNITO_ENDPOINT, AWS_REGION, IDENTITY_URL } = settings
  if (CLOUD === 'aws') return COGNITO_ENDPOINT ?? `https://cognito-idp.${AWS_REGION}.amazonaws.com/`
  return IDENTITY_URL ? new URL('/user-pool', IDENTITY_URL).href : null
}

/** For a service in its own process. Without a user pool every caller is a guest. */
export function connectUserPoolIfSet(settings: Settings, now: () => Date) {
  const endpoint = userPoolEndpoint(settings)
  const { AWS_REGION: region, USER_POOL_ID: poolId, USER_POOL_CLIENT_ID: clientId } = settings
  if (!endpoint)
    return {
      verifyToken: async () => null,
      emailOf: async () => null,
      birthDateOf: async () => null,
      hasSecondFactor: null,
    }
  const { hasSecondFactor, ...pool } = connectUserPool({ endpoint, region, poolId, clientId, now })
  return { ...pool, hasSecondFactor: settings.PUBLIC_URL ? hasSecondFactor : null }
}
