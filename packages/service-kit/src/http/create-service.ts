import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { createAddressTest } from '../limits/networks.ts'
import { logsDebug } from '../process/logger.ts'
import { refuseOutdatedPages } from './contract-version.ts'
import { handleError, installErrorHandler } from './error-handler.ts'
import { installMethodCheck } from './other-methods.ts'
import { dataHeaders } from './security-headers.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const MAX_PARAM_LENGTH = 256
/** How long a start may take: a hook may save the files of the release on a slow line. */
const START_TIMEOUT_MS = 5 * 60_000

export type ServiceOptions = {
  logger: FastifyBaseLogger
  /** Whether browsers reach the service over HTTPS. */
  https: boolean
  /**
   * How long a CDN may send public pages and product lists without revalidation. Only their routes
   * use it, not `createService`.
   */
  sharedCacheSeconds?: number
  /** The addresses of proxies whose x-forwarded-for header is trusted. */
  trustedProxies?: readonly string[]
  /** By default ids are random, so that they do not reveal how many requests there were. */
  createRequestId?: () => string
}

/** A Fastify app with error handler, request ids, size limits, and default headers that a route may replace. */
export function createService(options: ServiceOptions): FastifyInstance {
  const { logger, https, trustedProxies = [], createRequestId = randomUUID } = options
  const defaultHeaders = dataHeaders({ https })
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for every request would be slow, so log lines with a request id pass it as a field.
    childLoggerFactory: (parent) => parent,
    requestIdHeader: false,
    // Fastify's own test does not trust a proxy whose address has a port, as in `10.0.0.5:4711`.
    trustProxy: trustedProxies.length > 0 && createAddressTest(trustedProxies),
    genReqId: () => createRequestId(),
    bodyLimit: BODY_LIMIT_BYTES,
    pluginTimeout: START_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      // Fastify runs no hooks for a URL that it cannot parse.
      reply.headers({ ...defaultHeaders, 'x-request-id': request.id })
      void handleError(error, request, reply)
    },
  })
  const defaultEntries = Object.entries(defaultHeaders)

  app.addHook('onSend', (request, reply, payload, done) => {
    // Shared caches may not store the response to a request with an access token. The cache-control
    // header that the route has set is replaced by the default, `no-store`.
    if (request.headers.authorization !== undefined) reply.removeHeader('cache-control')
    for (const [name, value] of defaultEntries) if (!reply.hasHeader(name)) reply.header(name, value)
    reply.header('x-request-id', request.id)
    done(null, payload)
  })
  refuseOutdatedPages(app)
  installMethodCheck(app)
  if (logsDebug(logger)) logCalls(app)
  // Pages of other sites can send text/plain without a CORS preflight request, but not JSON.
  app.removeContentTypeParser('text/plain')
  installErrorHandler(app)
  return app
}

/** Logs the pattern of the route, because a path may contain the id or the e-mail address of a shopper. */
function logCalls(app: FastifyInstance) {
  app.addHook('onResponse', ({ id: requestId, method, routeOptions }, reply, done) => {
    const { statusCode: status } = reply.raw
    app.log.debug(
      { requestId, method, route: routeOptions.url, status, ms: Math.round(reply.elapsedTime) },
      'call',
    )
    done()
  })
}
