import type { FastifyInstance } from 'fastify'

/** For every origin: what is sent and answered here depends on no cookie. */
const EVERY_ANSWER = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
}

const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': [
    'authorization',
    'cache-control',
    'content-length',
    'content-type',
    'host',
    'user-agent',
    'amz-sdk-invocation-id',
    'amz-sdk-request',
    'x-amz-content-sha256',
    'x-amz-date',
    'x-amz-security-token',
    'x-amz-target',
    'x-amz-user-agent',
  ].join(','),
  'access-control-max-age': '172800',
}

export function allowEveryOrigin(app: FastifyInstance) {
  // First of all, so that a refusal carries them too: without them a page cannot read why.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(EVERY_ANSWER)
  })
  app.options('/', (_request, reply) => reply.headers(PREFLIGHT).code(200).send())
}
