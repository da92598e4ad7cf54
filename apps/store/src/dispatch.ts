import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Sends each request to the app whose prefix its path starts with, and the rest to `otherwise`. */
export function dispatch(
  table: [prefix: string, app: FastifyInstance][],
  otherwise: FastifyInstance,
): RequestListener {
  return (request, response) => {
    const url = originForm(request.url ?? '/')
    request.url = url
    const [, app = otherwise] = table.find(([prefix]) => startsWithPath(url, prefix)) ?? []
    app.routing(request, response)
  }
}

/** A client may name the whole address, as it does to a proxy. */
function originForm(url: string) {
  if (url.startsWith('/')) return url
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/'
}

/** `/api`, `/api/x` and `/api?x` are below /api; `/apiary` is not. */
function startsWithPath(url: string, prefix: string) {
  if (!url.startsWith(prefix)) return false
  const next = url[prefix.length]
  return next === undefined || next === '/' || next === '?'
}
