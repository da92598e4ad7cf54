import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import type { FastifyInstance } from 'fastify'
import type { FetchPool } from './pool-connection.ts'

const ANSWER_MS = 10_000

/** The embedded pool, asked without a network. */
export function poolInProcess(userPool: FastifyInstance, base: string): FetchPool {
  return async (target, body) => {
    const { statusCode, headers, payload } = await userPool.inject({
      method: 'POST',
      url: base,
      headers: headersOf(target),
      payload: body,
    })
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
    return new Response(payload, { status: statusCode, headers: Object.fromEntries(texts) })
  }
}

/** A pool at another address: Cognito, or an embedded one that runs alone. */
export function poolAt(url: string): FetchPool {
  return (target, body) =>
    fetch(url, {
      method: 'POST',
      headers: headersOf(target),
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
}

function headersOf(target: string) {
  return { 'content-type': IDENTITY_CONTENT_TYPE, [TARGET_HEADER]: target }
}
