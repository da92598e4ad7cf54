import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Sends each request to the app whose prefix its path starts with, and the rest to `otherwise`. */
export function dispatch(
  table: [prefix: string, app: FastifyInstance][],
  otherwise: FastifyInstance,
): RequestListener {
  return (request, response) => {
    const url = request.url ?? '/'
    const [, app = otherwise] = table.find(([prefix]) => startsWithPath(url, prefix)) ?? []
    app.routing(request, response)
  }
}

/** `/api`, `/api/x` and `/api?x` are below /api; `/apiary` is not. */
function startsWithPath(url: string, prefix: string) {
  if (!url.startsWith(prefix)) return false
  const next = url[prefix.length]
  return next === undefined || next === '/' || next === '?'
}
