import type { FastifyInstance } from 'fastify'

/** Asks a service of this same process as if over the network, without one. */
export function inProcessFetch(app: FastifyInstance) {
  return async (path: string, { method = 'GET' }: { method?: 'GET' | 'HEAD' } = {}): Promise<Response> => {
    const { statusCode, headers, body } = await app.inject({ url: path, method })
    const { etag } = headers
    return new Response(body, {
      status: statusCode,
      headers: { 'content-type': String(headers['content-type']), ...(etag !== undefined && { etag }) },
    })
  }
}
