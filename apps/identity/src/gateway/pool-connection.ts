import { USER_POOL_AWAY } from '@nashta/contracts/identity/gateway-texts'
import { PoolError } from '../wire/pool-error.ts'

/** Sends one call to the user pool, wherever that is. Rejects when it cannot be reached. */
export type FetchPool = (target: string, body: string) => Promise<Response>

/** The store, as the user pool knows it. A pool may have given it no secret. */
export type PoolClient = { id: string; secret?: string | undefined }

export type PoolAnswer = { status: number; headers: Record<string, string>; body: string }

export type PoolConnection = {
  client: PoolClient
  send: (target: string, body: object) => Promise<PoolAnswer>
}

/** The rest of what a pool says in headers is for its own callers. */
const PASSED_HEADERS = ['x-amzn-errortype', 'x-amzn-errormessage', 'x-amzn-requestid', 'retry-after']

export function connectPool(client: PoolClient, fetchPool: FetchPool): PoolConnection {
  return {
    client,
    async send(target, body) {
      try {
        return await readAnswer(await fetchPool(target, JSON.stringify(body)))
      } catch (error) {
        throw new PoolError('InternalErrorException', USER_POOL_AWAY, { status: 503, cause: error })
      }
    },
  }
}

async function readAnswer(response: Response): Promise<PoolAnswer> {
  const body = await response.text()
  // Something between here and the pool may answer for it, with a page that no client of the pool can read.
  if (body !== '') JSON.parse(body)
  const headers = PASSED_HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: response.status, headers: Object.fromEntries(headers), body }
}
