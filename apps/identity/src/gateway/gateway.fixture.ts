import { checkWelcomeLink, createFirstAdministrator } from '@nashta/contracts/identity/first-administrator'
import {
  IDENTITY_CONTENT_TYPE,
  TARGET_HEADER,
  USER_POOL_SERVICE,
} from '@nashta/contracts/identity/identity-operation'
import { acceptInvitation, checkInvitation, joinByInvitation } from '@nashta/contracts/identity/invitations'
import { undoEmailChange } from '@nashta/contracts/identity/user-pool'
import { createLogger } from '@nashta/service-kit/process/logger'
import Fastify, { type FastifyInstance } from 'fastify'
import { UnsecuredJWT } from 'jose'
import { createGateway, type GatewayDeps } from './create-gateway.ts'
import { fetchPoolAt } from './pool-connection.ts'

export const CLIENT = { id: 'store-client', secret: 'store-client-secret-that-nobody-may-see' }
export const SUB = '5b3f1c9e-7d55-4b0a-9f21-0c8d1f0b7a11'
export const REFRESH_TOKEN = 'refresh-token_which.stays=here'

type RecordedCall = { target: string; body: Record<string, unknown> }
type PreparedResponse = { status?: number; headers?: Record<string, string>; body: string }

/** The gateway in front of a fake pool, which records its calls and sends the prepared responses. */
export async function openGateway(overrides: Partial<GatewayDeps> = {}) {
  const poolCalls: RecordedCall[] = []
  const poolResponses = new Map<string, PreparedResponse>([['InitiateAuth', signInResponse()]])
  const clock = { now: Date.UTC(2026, 0, 1) }
  const logLines: string[] = []
  const pool = Fastify()
  pool.addContentTypeParser(
    IDENTITY_CONTENT_TYPE,
    { parseAs: 'string' },
    pool.getDefaultJsonParser('error', 'error'),
  )
  pool.post('/', (request, reply) => {
    const target = String(request.headers[TARGET_HEADER])
    poolCalls.push({ target, body: request.body as RecordedCall['body'] })
    const operation = target.split('.')[1] ?? ''
    const { status = 200, headers = {}, body } = poolResponses.get(operation) ?? { body: '{}' }
    return reply.code(status).headers(headers).type(IDENTITY_CONTENT_TYPE).send(body)
  })

  const gateway = createGateway({
    logger: createLogger({
      service: 'identity',
      level: 'trace',
      destination: { write: (line) => logLines.push(line) },
    }),
    https: false,
    client: CLIENT,
    records: null,
    fetchPool: fetchPoolAt(await pool.listen({ host: '127.0.0.1', port: 0 })),
    publicUrl: 'http://snacks.example',
    rateLimitScale: 1,
    now: () => new Date(clock.now),
    ...overrides,
  })
  return {
    gateway,
    /** The calls that reached the pool. */
    poolCalls,
    /** The prepared responses of the pool, by operation. */
    poolResponses,
    clock,
    logLines,
    call: createPageCall(gateway),
    closePool: () => pool.close(),
    close: () => Promise.all([pool.close(), gateway.close()]),
  }
}

type CallOptions = {
  cookie?: string
  headers?: Record<string, string>
  remoteAddress?: string
}

/** Returns a function that calls the gateway as a page of the store does. */
export function createPageCall(gateway: FastifyInstance) {
  return function call(name: string, body: object, options: CallOptions = {}) {
    const { cookie, headers, remoteAddress } = options
    return gateway.inject({
      method: 'POST',
      url: '/identity',
      headers: {
        'content-type': IDENTITY_CONTENT_TYPE,
        [TARGET_HEADER]: targetOf(name),
        'sec-fetch-site': 'same-origin',
        ...(cookie !== undefined && { cookie }),
        ...headers,
      },
      payload: JSON.stringify(body),
      ...(remoteAddress !== undefined && { remoteAddress }),
    })
  }
}

/** The body of a sign-in by password. */
export const passwordRequest = (
  USERNAME: string,
  PASSWORD: string,
  { rememberMe }: { rememberMe?: 'true' | 'false' | undefined } = {},
) => ({
  AuthFlow: 'USER_PASSWORD_AUTH',
  AuthParameters: { USERNAME, PASSWORD },
  ...(rememberMe && { ClientMetadata: { rememberMe } }),
})

export const refreshRequest = { AuthFlow: 'REFRESH_TOKEN_AUTH' }

/** The first cookie that the response sets, as a browser sends it back. */
export function cookieOf({ headers }: { headers: Record<string, unknown> }) {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

/** An error response of the pool. */
export function errorResponse(kind: string, message: string): PreparedResponse {
  return {
    status: 400,
    headers: { 'x-amzn-errortype': `${kind}:`, 'x-amzn-errormessage': message },
    body: JSON.stringify({ __type: kind, message }),
  }
}

/** The pool's response to a sign-in. */
export function signInResponse(RefreshToken = REFRESH_TOKEN): PreparedResponse {
  const AccessToken = new UnsecuredJWT({ username: SUB }).encode()
  return {
    body: JSON.stringify({
      ChallengeParameters: {},
      AuthenticationResult: {
        AccessToken,
        IdToken: 'id-token',
        ExpiresIn: 3600,
        TokenType: 'Bearer',
        RefreshToken,
      },
    }),
  }
}

/** The targets of our own operations have another service name than Cognito's. */
const OWN_TARGETS: readonly string[] = [
  undoEmailChange.target,
  checkWelcomeLink.target,
  createFirstAdministrator.target,
  checkInvitation.target,
  acceptInvitation.target,
  joinByInvitation.target,
]

function targetOf(name: string) {
  const own = OWN_TARGETS.find((target) => target.endsWith(`.${name}`))
  return own ?? `${USER_POOL_SERVICE}.${name}`
}
