import cookie from '@fastify/cookie'
import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import type { AccountRecords } from '@nashta/service-kit/auth/account-records'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notJsonObject, PoolError, unknownOperation } from '../wire/pool-error.ts'
import { sendWireError } from '../wire/wire-response.ts'
import { createAccountRecorder } from './account-recorder.ts'
import { readDeviceCookie, setDeviceCookie } from './device-cookie.ts'
import type { GatewayResult } from './forward-call.ts'
import { createLimitCheck } from './limit-check.ts'
import { findOperation } from './operations.ts'
import { connectPool, type FetchPool, type PoolClient } from './pool-connection.ts'
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.ts'

export type GatewayDeps = ServiceOptions & {
  client: PoolClient
  fetchPool: FetchPool
  /**
   * From these records the Shop API learns about users and ended sessions. Null where it asks the
   * user pool about every session instead.
   */
  records: AccountRecords | null
  /** The URL at which shoppers reach the store. */
  publicUrl: string
  /** Multiplies the rate limits per network address. */
  rateLimitScale: number
  now: () => Date
}

/**
 * Forwards the calls of pages to the user pool, in the protocol of Amazon Cognito. No script of a
 * page can read the client secret or the refresh token.
 */
export function createGateway({
  client,
  fetchPool,
  records,
  publicUrl,
  ...deps
}: GatewayDeps): FastifyInstance {
  const { https } = deps
  const app = createService(deps)
  const assertWithinLimits = createLimitCheck({
    ipLimitScale: deps.rateLimitScale,
    clientSecret: client.secret,
    now: deps.now,
  })

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const body = bodyOf(request)
    const target = request.headers[TARGET_HEADER]
    const operation = findOperation(target, body)
    if (!operation) throw unknownOperation(400)
    const { 'user-agent': userAgent } = request.headers
    const [session, deviceToken] = [readRefreshCookie(request), readDeviceCookie(request)]
    const call = { body, session, deviceToken, userAgent }
    if (operation.limits) assertWithinLimits(request, operation.limits, call)
    // A sign-out clears the cookie before it calls the pool, because that call may fail.
    if (operation.signsOutDevice) clearSession(reply)

    const pool = connectPool(client, fetchPool, request.ip)
    const recorder = records && createAccountRecorder(records, pool, deps.now)
    try {
      const result = await operation.perform(pool, call)
      await recorder?.recordChange(target, call, result)
      return send(reply, result)
    } finally {
      // A sign-out is recorded even if the pool was not reached, so the store refuses the session.
      if (operation.signsOutDevice) await recorder?.recordSignOut(call)
    }
  }

  function send(reply: FastifyReply, { response, session, deviceToken }: GatewayResult) {
    const { status, headers, body } = response
    if (session === 'ended') clearSession(reply)
    else if (session) setRefreshCookie(reply, session, { https })
    if (deviceToken !== undefined) setDeviceCookie(reply, deviceToken, { https })
    return reply.code(status).headers(headers).type(IDENTITY_CONTENT_TYPE).send(Buffer.from(body))
  }

  function clearSession(reply: FastifyReply) {
    clearRefreshCookie(reply, { https })
    // Browser storage is not cleared, because it holds the guest's cart.
    reply.header('clear-site-data', '"cache"')
  }

  async function addRoutes(scope: FastifyInstance) {
    await scope.register(cookie)
    scope.setErrorHandler(sendWireError)
    scope.setNotFoundHandler(() => {
      throw unknownOperation(404)
    })
    scope.addHook('onRequest', createSiteCheck({ publicUrl, https }))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      IDENTITY_CONTENT_TYPE,
      { parseAs: 'string' },
      // A body with a member `__proto__` or `constructor.prototype` is refused.
      scope.getDefaultJsonParser('error', 'error'),
    )
    scope.route({ method: 'POST', url: '/', handler: handle })
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/',
      handler: (_request, reply) => {
        reply.header('allow', 'POST')
        throw unknownOperation(405)
      },
    })
  }

  void app.register(addRoutes, { prefix: IDENTITY_GATEWAY_BASE })
  return app
}

function bodyOf({ body }: FastifyRequest) {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw notJsonObject()
}

/**
 * Returns a hook that refuses pages of other origins. The cookie's SameSite attribute is not
 * enough: it allows sibling subdomains, and old browsers ignore the attribute.
 */
function createSiteCheck({ publicUrl, https }: Pick<GatewayDeps, 'publicUrl' | 'https'>) {
  const publicOrigin = new URL(publicUrl).origin

  return async function refuseOtherSite({ headers, log, id }: FastifyRequest) {
    if (isAllowed(headers)) return
    log.warn({ requestId: id }, 'refused a page of another site')
    throw new PoolError('UnauthorizedException', 'Only pages of this store may ask this', { status: 403 })
  }

  function isAllowed({ origin, host, 'sec-fetch-site': site }: FastifyRequest['headers']) {
    // `none` means that no page sent the request.
    if (site !== undefined) return site === 'same-origin' || site === 'none'
    // Old browsers send only `origin`. Programs that are not browsers send neither header.
    if (origin === undefined) return true
    const requestedOrigin = `${https ? 'https' : 'http'}://${host}`
    return origin === publicOrigin || origin === requestedOrigin
  }
}
