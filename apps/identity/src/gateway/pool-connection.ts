import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import type { FastifyInstance } from 'fastify'
import { formatVisitor, VISITOR_HEADER } from '../limits/visitor.ts'
import { PoolError } from '../wire/pool-error.ts'

const TIMEOUT_MS = 10_000

const USER_POOL_UNREACHABLE = 'Accounts are away for a moment; please try again'

/** Sends one call of a visitor to the user pool. Rejects when the pool cannot be reached. */
export type FetchPool = (call: PoolCall) => Promise<Response>

type PoolCall = { target: string; body: string; visitor: string }

/** How the store identifies itself to the user pool: as an app client, which may have no secret. */
export type PoolClient = { id: string; secret?: string | undefined }

export type PoolResponse = { status: number; headers: Record<string, string>; body: string }

export type PoolConnection = {
  client: PoolClient
  send: (target: string, body: object) => Promise<PoolResponse>
}

/** The headers of the pool's responses that pages need. */
const FORWARDED_HEADERS = ['x-amzn-errortype', 'x-amzn-errormessage', 'x-amzn-requestid', 'retry-after']

/** `visitor` is the network address that the calls are made for. */
export function connectPool(client: PoolClient, fetchPool: FetchPool, visitor: string): PoolConnection {
  return {
    client,
    async send(target, body) {
      try {
        return await readResponse(await fetchPool({ target, body: JSON.stringify(body), visitor }))
      } catch (error) {
        throw poolUnreachable(error)
      }
    },
  }
}

export function poolUnreachable(cause: unknown) {
  return new PoolError('InternalErrorException', USER_POOL_UNREACHABLE, { status: 503, cause })
}

/** Throws if the body is not JSON, for example an HTML error page of a proxy, so that `send` fails with 503. */
async function readResponse(response: Response): Promise<PoolResponse> {
  const body = await response.text()
  if (body !== '') JSON.parse(body)
  const headers = FORWARDED_HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: response.status, headers: Object.fromEntries(headers), body }
}

/** Calls the pool of this process without a network. */
export function fetchPoolInProcess(userPool: FastifyInstance, base: string): FetchPool {
  return async ({ target, body, visitor }) => {
    const { statusCode, headers, payload } = await userPool.inject({
      method: 'POST',
      url: base,
      headers: headersOf(target),
      remoteAddress: visitor,
      payload: body,
    })
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
    return new Response(payload, { status: statusCode, headers: Object.fromEntries(texts) })
  }
}

/** Calls a pool at a URL: Cognito, or our pool in another process, which learns the visitor's address by the secret. */
export function fetchPoolAt(url: string, visitorSecret?: string): FetchPool {
  return ({ target, body, visitor }) =>
    fetch(url, {
      method: 'POST',
      headers: {
        ...headersOf(target),
        ...(visitorSecret && { [VISITOR_HEADER]: formatVisitor(visitor, visitorSecret) }),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
}

function headersOf(target: string) {
  return { 'content-type': IDENTITY_CONTENT_TYPE, [TARGET_HEADER]: target }
}
