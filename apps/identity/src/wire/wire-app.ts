import { randomUUID } from 'node:crypto'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allowEveryOrigin } from './cors.ts'
import type { Operation } from './operation.ts'
import { PoolError } from './pool-error.ts'
import { sendWire } from './send-wire.ts'
import type { CheckSignature } from './signature.ts'
import { sendWireError } from './wire-error.ts'

export type WireAppOptions = ServiceOptions & {
  base: string
  operations: readonly Operation[]
  checkSignature: CheckSignature
  /** What is answered besides the operations, below the base. */
  addRoutes?: (scope: FastifyInstance) => void
}

/** A service of the protocol: every call is a POST to its root, and a header says which. */
export function createWireApp({ base, operations, checkSignature, addRoutes, ...options }: WireAppOptions) {
  // Clients of the protocol know a request by a UUID.
  const app = createService({ newRequestId: randomUUID, ...options })
  const byTarget = new Map(operations.map((operation) => [operation.target, operation]))

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const operation = byTarget.get(String(request.headers[TARGET_HEADER]))
    if (!operation) throw unknownOperation(400)
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (operation.signed) checkSignature({ url: request.url, headers: request.headers, body })

    return sendWire(reply, await operation.run(parseJson(body), { requestId: request.id }))
  }

  async function addOperations(scope: FastifyInstance) {
    scope.setErrorHandler(sendWireError)
    scope.setNotFoundHandler(() => {
      throw unknownOperation(404)
    })
    scope.addHook('onSend', async (request, reply) => {
      reply.header('x-amzn-requestid', request.id)
    })
    // Kept as bytes: a signature covers them, not what they mean.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      IDENTITY_CONTENT_TYPE,
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    allowEveryOrigin(scope)
    scope.route({ method: 'POST', url: '/', handler: answer })
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

function unknownOperation(status: number) {
  return new PoolError('UnknownOperationException', 'There is no such operation.', { status })
}

function parseJson(bytes: Buffer): unknown {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new PoolError('SerializationException', 'The request is not JSON.', { cause: error })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new PoolError('SerializationException', 'The request is not a JSON object.')
}
