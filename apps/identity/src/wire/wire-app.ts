import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from './operation.ts'
import { notJsonObject, PoolError, unknownOperation } from './pool-error.ts'
import type { CheckSignature } from './signature.ts'
import { sendWireResponse, sendWireError } from './wire-response.ts'

/** Pages of every origin may call the pool, because no request to it depends on a cookie. */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
}

/** Allows the headers that AWS's SDKs send. Browsers cache these response headers for two days. */
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'authorization,cache-control,content-length,content-type,host,user-agent,amz-sdk-invocation-id,amz-sdk-request,' +
    'x-amz-content-sha256,x-amz-date,x-amz-security-token,x-amz-target,x-amz-user-agent',
  'access-control-max-age': '172800',
}

function allowEveryOrigin(app: FastifyInstance) {
  // The headers are set when a request arrives, so that an error response has them too and a page can read it.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(CORS_HEADERS)
  })
  app.options('/', (_request, reply) => reply.headers(PREFLIGHT_HEADERS).code(200).send())
}

export type WireAppOptions = ServiceOptions & {
  base: string
  operations: readonly Operation[]
  checkSignature: CheckSignature
  /** Throws when the caller has made too many calls of this operation. */
  assertWithinLimits?: (request: FastifyRequest, target: string, body: object) => void
  /** Adds routes below the base besides the operations. */
  addRoutes?: (scope: FastifyInstance) => void
}

/** A service of the AWS JSON 1.1 protocol: every call is a POST to `base`, and a header names the operation. */
export function createWireApp(wireOptions: WireAppOptions) {
  const { base, operations, checkSignature, assertWithinLimits, addRoutes, ...options } = wireOptions
  const app = createService(options)
  const operationByTarget = new Map(operations.map((operation) => [operation.target, operation]))

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const operation = operationByTarget.get(String(request.headers[TARGET_HEADER]))
    if (!operation) throw unknownOperation(400)
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (operation.needsSignature) checkSignature({ url: request.url, headers: request.headers, body })

    const input = parseJson(body)
    assertWithinLimits?.(request, operation.target, input)
    return sendWireResponse(reply, await operation.run(input, { requestId: request.id }))
  }

  async function addOperations(scope: FastifyInstance) {
    scope.setErrorHandler(sendWireError)
    scope.setNotFoundHandler(() => {
      throw unknownOperation(404)
    })
    scope.addHook('onSend', async (request, reply) => {
      reply.header('x-amzn-requestid', request.id)
    })
    // The body is not parsed here, because a signature covers its bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      IDENTITY_CONTENT_TYPE,
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    allowEveryOrigin(scope)
    scope.route({ method: 'POST', url: '/', handler: handle })
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
      url: '/',
      handler: () => {
        throw unknownOperation(405)
      },
    })
    addRoutes?.(scope)
  }

  void app.register(addOperations, { prefix: base })
  return app
}

function parseJson(bytes: Buffer): object {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new PoolError('SerializationException', 'The request is not JSON.', { cause: error })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw notJsonObject()
}
