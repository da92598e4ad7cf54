import type { FastifyInstance } from 'fastify'

/** Whom such a call comes from. No socket can: it is nobody's address. */
export const IN_PROCESS_ADDRESS = '0.0.0.0'

/** Asks a service of this same process as if over the network, without one. */
export function inProcessFetch(app: FastifyInstance) {
  return async (path: string, { method = 'GET' }: { method?: 'GET' | 'HEAD' } = {}): Promise<Response> => {
    const { statusCode, headers, body } = await app.inject({
      url: path,
      method,
      remoteAddress: IN_PROCESS_ADDRESS,
    })
    const { etag } = headers
    return new Response(body, {
      status: statusCode,
      headers: { 'content-type': String(headers['content-type']), ...(etag !== undefined && { etag }) },
    })
  }
}
