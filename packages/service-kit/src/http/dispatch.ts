import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type CountResponse, countResponses } from '../metrics/metrics.ts'
import { logsDebug } from '../process/logger.ts'
import { type Representation, writeRepresentation } from '../responses/representation.ts'
import type { FindPrecomputed, Route } from './routes.ts'

/** In metrics the app without a prefix has this name. Others have the first part of their prefix: `/api/x` is `api`. */
const NAME_WITHOUT_PREFIX = 'pages'

/** Sends each request to the first app of the table whose prefix its path starts with, and the rest to `otherwise`. */
export function dispatch(
  table: readonly [prefix: string, app: MountedApp][],
  otherwise: MountedApp,
  counterOf: (name: string) => CountResponse,
): RequestListener {
  const countedListener = (app: MountedApp, name: string) =>
    countResponses(createListener(app), counterOf(name))
  const listeners = table.map(([prefix, app]) => ({
    prefix,
    listener: countedListener(app, prefix.split('/')[1] ?? NAME_WITHOUT_PREFIX),
  }))
  const otherListener = countedListener(otherwise, NAME_WITHOUT_PREFIX)

  return (request, response) => {
    const url = pathOf(request.url ?? '/')
    request.url = url
    const listener = listeners.find(({ prefix }) => startsWithPath(url, prefix))?.listener ?? otherListener
    listener(request, response)
  }
}

/** The path and query of a request. A client may send `GET http://host/path`, as it does to a proxy. */
function pathOf(url: string) {
  if (url.startsWith('/')) return url
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/'
}

/** `/api`, `/api/x` and `/api?x` are below /api; `/apiary` is not. */
function startsWithPath(url: string, prefix: string) {
  if (!url.startsWith(prefix)) return false
  const next = url[prefix.length]
  return next === undefined || next === '/' || next === '?'
}

/** Returns the cached response to a GET of this URL if it is up to date, otherwise undefined. */
export type PrecomputedResponses = (url: string) => Representation | undefined

/** A Fastify app, and those of its responses that are sent without it. */
export type MountedApp = { app: FastifyInstance; precomputed?: PrecomputedResponses | undefined }

/** Sends a precomputed response straight to the socket, and every other request through Fastify. */
export function createListener({ app, precomputed }: MountedApp): RequestListener {
  const route: RequestListener = (request, response) => app.routing(request, response)
  // Debug lines are logged by the app, so it must see every request.
  if (!precomputed || logsDebug(app.log)) return route

  return (request, response) => {
    const { method, url = '' } = request
    const representation = method === 'GET' || method === 'HEAD' ? precomputed(url) : undefined
    if (representation) writeRepresentation(request, response, representation, randomUUID())
    else route(request, response)
  }
}

/** An id that needs no encoding in a URL. All other ids, and URLs with a query, go through Fastify. */
const PLAIN_ID = /^[\w-]+$/
const NO_PARAM = ''

/** Looks up the precomputed responses of these routes by URL. */
export function precomputedResponses(routes: readonly Route[], base: string): PrecomputedResponses {
  const byUrl = new Map<string, FindPrecomputed>()
  const byFolder = new Map<string, FindPrecomputed>()
  for (const { endpoint, precomputed } of routes) {
    if (!precomputed) continue
    const url = base + endpoint.path
    // `/api/products/:id` is looked up by its folder, `/api/products/`.
    const folder = url.replace(/:\w+$/, '')
    if (folder === url) byUrl.set(url, precomputed)
    else byFolder.set(folder, precomputed)
  }

  return (url) => {
    const findByUrl = byUrl.get(url)
    if (findByUrl) return findByUrl(NO_PARAM)
    const folderLength = url.lastIndexOf('/') + 1
    const findById = byFolder.get(url.slice(0, folderLength))
    const id = url.slice(folderLength)
    return findById && PLAIN_ID.test(id) ? findById(id) : undefined
  }
}
