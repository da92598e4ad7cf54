import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { funnelError, installErrorFunnel } from './error-funnel.ts'
import { newRequestId as anyRequestId } from './request-id.ts'
import { dataHeaders } from './security-headers.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const MAX_PARAM_LENGTH = 256

export type ServiceOptions = {
  logger: FastifyBaseLogger
  /** Whether people reach the service over HTTPS. */
  https: boolean
  /** Proxies in front of us, whose word on a visitor's address counts. */
  trustedProxies?: readonly string[]
  newRequestId?: () => string
}

/** What every service shares: the error funnel, request ids, limits, and headers that a route may only replace. */
export function createService({
  logger,
  https,
  trustedProxies = [],
  newRequestId = anyRequestId,
}: ServiceOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than most requests: who logs names the request.
    childLoggerFactory: (parent) => parent,
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    genReqId: newRequestId,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      // Hooks have not run for an address that could not be read.
      reply.headers({ ...headers, 'x-request-id': request.id })
      void funnelError(error, request, reply)
    },
  })
  const headers = dataHeaders({ https })
  const entries = Object.entries(headers)

  // Last, so that whatever a route set itself stands.
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const [name, value] of entries) if (!reply.hasHeader(name)) reply.header(name, value)
    reply.header('x-request-id', request.id)
    done(null, payload)
  })
  // A form on another site can post text/plain without asking; JSON it cannot.
  app.removeContentTypeParser('text/plain')
  installErrorFunnel(app)
  return app
}
