import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import type { FastifyInstance } from 'fastify'
import { GATEWAY_HEADER, gatewayProof, VISITOR_HEADER } from '../limits/gateway-proof.ts'
import { PoolError } from '../wire/pool-error.ts'

const TIMEOUT_MS = 10_000
const RETRY_AFTER_SECONDS = 2

const USER_POOL_UNREACHABLE = 'Accounts are away for a moment; please try again'

/** Sends one call of a visitor to the user pool. Rejects when the pool cannot be reached. */
export type FetchPool = (target: string, body: string, visitorAddress: string) => Promise<Response>

/** The app client by which the user pool knows the store. It may have no secret. */
export type PoolClient = { id: string; secret?: string | undefined }

export type PoolResponse = { status: number; headers: Record<string, string>; body: string }

export type PoolConnection = {
  client: PoolClient
  send: (target: string, body: object) => Promise<PoolResponse>
}

/** The headers of the pool's responses that pages need. */
const FORWARDED_HEADERS = ['x-amzn-errortype', 'x-amzn-errormessage', 'x-amzn-requestid', 'retry-after']

/** The connection for the calls of the visitor with this network address. */
export function connectPool(
  client: PoolClient,
  fetchPool: FetchPool,
  visitorAddress: string,
): PoolConnection {
  return {
    client,
    async send(target, body) {
      try {
        return await readResponse(await fetchPool(target, JSON.stringify(body), visitorAddress))
      } catch (error) {
        throw poolUnreachable(error)
      }
    },
  }
}

export function poolUnreachable(cause: unknown) {
  return new PoolError('InternalErrorException', USER_POOL_UNREACHABLE, {
    status: 503,
    retryAfter: RETRY_AFTER_SECONDS,
    cause,
  })
}

/** Throws if the body is not JSON, such as a proxy's error page. `send` then fails with 503. */
async function readResponse(response: Response): Promise<PoolResponse> {
  const body = await response.text()
  if (body !== '') JSON.parse(body)
  const headers = FORWARDED_HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: response.status, headers: Object.fromEntries(headers), body }
}

/**
 * Calls the pool of this process without a network. The gateway in this process has checked the
 * limits of the visitor's address already. So the address is not sent, and the pool does not check
 * them again.
 */
export function fetchPoolInProcess(userPool: FastifyInstance, base: string, clientSecret: string): FetchPool {
  return async (target, body) => {
    const { statusCode, headers, payload } = await userPool.inject({
      method: 'POST',
      url: base,
      headers: headersOf(target, clientSecret),
      payload: body,
    })
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
    return new Response(payload, { status: statusCode, headers: Object.fromEntries(texts) })
  }
}

/**
 * Calls a pool at a URL. `clientSecret` is given only for our own pool. Calls then have two more
 * headers: a proof that the gateway sends them, and the visitor's address for the pool's limits.
 */
export function fetchPoolAt(url: string, clientSecret?: string): FetchPool {
  return (target, body, visitorAddress) =>
    fetch(url, {
      method: 'POST',
      headers: {
        ...headersOf(target, clientSecret),
        ...(clientSecret && { [VISITOR_HEADER]: visitorAddress }),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
}

function headersOf(target: string, clientSecret?: string) {
  return {
    'content-type': IDENTITY_CONTENT_TYPE,
    [TARGET_HEADER]: target,
    ...(clientSecret && { [GATEWAY_HEADER]: gatewayProof(clientSecret) }),
  }
}
