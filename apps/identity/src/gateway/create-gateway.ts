import cookie from '@fastify/cookie'
import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PoolError } from '../wire/pool-error.ts'
import { sendWireError } from '../wire/wire-error.ts'
import type { Call, Outcome } from './call.ts'
import { limitCalls } from './limit-calls.ts'
import { findOperation } from './operations.ts'
import { connectPool, type FetchPool, type PoolClient } from './pool-connection.ts'
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.ts'
import { refuseForeignPages } from './refuse-foreign-pages.ts'

export type GatewayDeps = ServiceOptions & {
  client: PoolClient
  fetchPool: FetchPool
  /** The address people use. */
  publicUrl: string
  /** Multiplies the limits per address. */
  rateLimitScale: number
  now: () => Date
}

/** The pool for pages: same protocol, but the store's secret and the refresh token stay on this side. */
export function createGateway({ client, fetchPool, publicUrl, ...deps }: GatewayDeps): FastifyInstance {
  const { https } = deps
  const app = createService(deps)
  const pool = connectPool(client, fetchPool)
  const refuseTooMany = limitCalls(deps)

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const body = bodyOf(request)
    const operation = findOperation(request.headers[TARGET_HEADER], body)
    if (!operation) throw unknownOperation(400)
    if (operation.limits) refuseTooMany(request, operation.limits, body)
    if (operation.leaves) endSession(reply)

    const outcome = await operation.perform(pool, { body, session: readRefreshCookie(request) })
    return send(reply, outcome)
  }

  function send(reply: FastifyReply, { answer: { status, headers, body }, session }: Outcome) {
    if (session === 'ended') endSession(reply)
    else if (session) setRefreshCookie(reply, session, { https, remembered: session.remembered })
    return reply.code(status).headers(headers).type(IDENTITY_CONTENT_TYPE).send(Buffer.from(body))
  }

  function endSession(reply: FastifyReply) {
    clearRefreshCookie(reply, { https })
    // Not its storage: the guest's cart lives there.
    reply.header('clear-site-data', '"cache"')
  }

  async function addCalls(scope: FastifyInstance) {
    await scope.register(cookie)
    scope.setErrorHandler(sendWireError)
    scope.setNotFoundHandler(() => {
      throw unknownOperation(404)
    })
    scope.addHook('onRequest', refuseForeignPages({ publicUrl, https }))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      IDENTITY_CONTENT_TYPE,
      { parseAs: 'string' },
      scope.getDefaultJsonParser('error', 'error'),
    )
    scope.route({ method: 'POST', url: '/', handler: answer })
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/',
      handler: (_request, reply) => {
        reply.header('allow', 'POST')
        throw unknownOperation(405)
      },
    })
  }

  void app.register(addCalls, { prefix: IDENTITY_GATEWAY_BASE })
  return app
}

function bodyOf({ body }: FastifyRequest) {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Call['body']
  throw new PoolError('SerializationException', 'The request is not a JSON object.')
}

function unknownOperation(status: number) {
  return new PoolError('UnknownOperationException', 'There is no such operation.', { status })
}
