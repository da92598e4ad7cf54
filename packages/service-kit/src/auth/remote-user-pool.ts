import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { getUser } from '@nashta/contracts/identity/user-pool'
import type { JSONWebKeySet } from 'jose'
import { ServiceError } from '../http/service-error.ts'
import type { Settings } from '../process/settings.ts'
import type { Caller } from './authorise.ts'
import { createTokenVerifier } from './token-verifier.ts'

/** How long a session that was found alive is believed to be: a sign-out takes effect elsewhere within it. */
const BELIEVED_MS = 5_000
const BELIEVED_MAX = 10_000
const ANSWER_MS = 5_000

export type RemoteUserPoolOptions = {
  /** Where the pool takes calls: Cognito's own address, or one that stands in for it. */
  endpoint: string
  region: string
  poolId: string
  clientId: string
  now: () => Date
}

/** A user pool in another process: who calls, and by which address to write to them, is asked over HTTP. */
export function connectUserPool({ endpoint, region, poolId, clientId, now }: RemoteUserPoolOptions) {
  const keysUrl = `${endpoint.replace(/\/$/, '')}/${poolId}/.well-known/jwks.json`
  const emails = new Map<string, string>()

  const fetchKeys = async () => (await ask(keysUrl)).json() as Promise<JSONWebKeySet>
  const keys = believed(fetchKeys, now)

  /** False for a session that has ended. */
  async function isLive(token: string) {
    const response = await ask(endpoint, {
      method: 'POST',
      headers: { 'content-type': IDENTITY_CONTENT_TYPE, [TARGET_HEADER]: getUser.target },
      body: JSON.stringify({ AccessToken: token }),
    })
    if (response.status === 400) return false
    const { Username, UserAttributes } = getUser.response.parse(await response.json())
    const email = UserAttributes.find(({ Name }) => Name === 'email')?.Value
    if (emails.size >= BELIEVED_MAX) emails.clear()
    if (email !== undefined) emails.set(Username, email)
    return true
  }
  const live = believed(isLive, now)

  return {
    verifyToken: createTokenVerifier({
      issuer: `https://cognito-idp.${region}.amazonaws.com/${poolId}`,
      clientId,
      fetchKeys: () => keys(''),
      isRevoked: async (_claims, token) => !(await live(token)),
      now,
    }),
    /** Known from when the caller's token was last looked at, which is moments ago. */
    emailOf: async ({ sub }: Caller) => emails.get(sub) ?? null,
    probe: async () => void (await fetchKeys()),
  }
}

async function ask(url: string, request: RequestInit = {}) {
  const response = await fetch(url, {
    ...request,
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: unknown) => away(error))
  return response.status === 200 || response.status === 400 ? response : away(response.status)
}

function away(cause: unknown): never {
  throw new ServiceError('UNAVAILABLE', 'The user pool is away; please try again', { cause })
}

/** Asks once for all who want to know at the same time, and again when the answer is too old, or was none. */
function believed<Answer>(find: (key: string) => Promise<Answer>, now: () => Date) {
  const known = new Map<string, { at: number; answer: Promise<Answer> }>()

  return (key: string): Promise<Answer> => {
    const at = now().getTime()
    const last = known.get(key)
    if (last && at - last.at < BELIEVED_MS) return last.answer

    if (known.size >= BELIEVED_MAX) known.clear()
    const answer = find(key)
    known.set(key, { at, answer })
    answer.catch(() => known.delete(key))
    return answer
  }
}

/** Where the user pool takes calls, if it is not inside this process. */
export function userPoolEndpoint(settings: Settings): string | null {
  const { CLOUD, COGNITO_ENDPOINT, AWS_REGION, IDENTITY_URL } = settings
  if (CLOUD === 'aws') return COGNITO_ENDPOINT ?? `https://cognito-idp.${AWS_REGION}.amazonaws.com/`
  return IDENTITY_URL ? new URL('/user-pool', IDENTITY_URL).href : null
}
