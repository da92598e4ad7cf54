import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { logsDebug } from '../process/logger.ts'
import { type Representation, writeRepresentation } from '../responses/representation.ts'
import { isOutdatedPage } from './contract-version.ts'
import { type CountResponse, countResponses } from './metrics.ts'
import type { FindPrecomputed, Route } from './routes.ts'

/** The name that metrics use for the app without a prefix. */
const UNPREFIXED_APP_NAME = 'pages'

/** The name that metrics use for an app with a prefix: the app at `/api/x` is `api`. */
function appNameOf(prefix: string) {
  const [, firstPart = ''] = prefix.split('/')
  return firstPart
}

/**
 * Sends a request to the first app of the table whose prefix begins the path of the request.
 * Without such an app the request goes to `otherwise`.
 */
export function dispatch(
  table: readonly [prefix: string, app: MountedApp][],
  otherwise: MountedApp,
  counterOf: (name: string) => CountResponse,
): RequestListener {
  const countedListener = (app: MountedApp, name: string) =>
    countResponses(createListener(app), counterOf(name))
  const listeners = table.map(([prefix, app]) => ({
    prefix,
    listener: countedListener(app, appNameOf(prefix)),
  }))
  const otherListener = countedListener(otherwise, UNPREFIXED_APP_NAME)

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
export type FindPrecomputedByUrl = (url: string, headers?: IncomingHttpHeaders) => Representation | undefined

/** A Fastify app. A response that `precomputed` finds is sent without the app. */
export type MountedApp = { app: FastifyInstance; precomputed?: FindPrecomputedByUrl | undefined }

/** Sends a precomputed response straight to the socket, and every other request through Fastify. */
export function createListener({ app, precomputed }: MountedApp): RequestListener {
  const passToApp: RequestListener = (request, response) => app.routing(request, response)
  // The app logs the debug lines, so it must see every request.
  if (!precomputed || logsDebug(app.log)) return passToApp

  return (request, response) => {
    const { method, url = '', headers } = request
    const isRead = (method === 'GET' || method === 'HEAD') && !isOutdatedPage(headers)
    const representation = isRead ? precomputed(url, headers) : undefined
    if (representation) writeRepresentation(request, response, representation, randomUUID())
    else passToApp(request, response)
  }
}

/** An id that needs no encoding in a URL. All other ids, and URLs with a query, go through Fastify. */
const PLAIN_ID = /^[\w-]+$/
/** The argument of a `FindPrecomputed` whose route has no parameter, such as `/api/products`. */
const NO_PARAM = ''

/** Indexes the routes with precomputed responses, and returns the lookup by URL. */
export function indexPrecomputed(routes: readonly Route[], base: string): FindPrecomputedByUrl {
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
    const findWithoutParam = byUrl.get(url)
    if (findWithoutParam) return findWithoutParam(NO_PARAM)
    const folderLength = url.lastIndexOf('/') + 1
    const findById = byFolder.get(url.slice(0, folderLength))
    const id = url.slice(folderLength)
    return findById && PLAIN_ID.test(id) ? findById(id) : undefined
  }
}
