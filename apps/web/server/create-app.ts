import type { IncomingHttpHeaders } from 'node:http'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { RELEASE_HEADER } from '@nashta/contracts/api/contract-version'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { MountedApp } from '@nashta/service-kit/http/dispatch'
import { refuseOtherMethods } from '@nashta/service-kit/http/other-methods'
import { WORKER_POLICY } from '@nashta/service-kit/http/security-headers'
import { createIpGuards } from '@nashta/service-kit/limits/rate-limit'
import { logsDebug } from '@nashta/service-kit/process/logger'
import { type ReleaseFiles, serveReleaseFiles } from '@nashta/service-kit/releases/release-files'
import { sendRepresentation } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import { createFindPage, isDataPath, type Page, pageAddress, queryNamesByPath } from './page-address.ts'
import { createPageCache } from './page-cache.ts'
import { createPageRenderer } from './page-renderer.ts'
import { clientFolder, loadBuild } from './store-build.ts'

const MEGABYTE = 1024 * 1024
/** vite.config.ts builds it. */
const WORKER_FILE = 'sw.js'
const PATH_WITHOUT_PAGE = '/page-that-does-not-exist'

/**
 * Visitors can invent any number of queries. So pages with a query have a small cache, and only one
 * of them is rendered at a time.
 */
const CACHE_LIMITS = {
  withoutQuery: { cachedStatus: 200, maxBytes: 64 * MEGABYTE, renderLimit: { concurrent: 4, queued: 200 } },
  withQuery: { cachedStatus: 200, maxBytes: 16 * MEGABYTE, renderLimit: { concurrent: 1, queued: 50 } },
  /** The not-found page and its data, the same for all unknown paths. */
  notFound: { cachedStatus: 404, maxBytes: MEGABYTE, renderLimit: { concurrent: 1, queued: 200 } },
} as const

type WebDeps = ServiceOptions & {
  fetchShop: FetchShop
  /** The public address of the store. */
  publicUrl: string
  /** Whether pages poll the catalogue. */
  realTimeSync: boolean
  /** Whether guests may order without an account. */
  guestCheckout: boolean | undefined
  catalogueVersion: () => string
  /** Other hosts that pictures may come from. */
  imageHosts: readonly string[]
  /** Multiplies the rate limits of each network address. */
  rateLimitScale: number
  /** Without it, only the files of this release are there. */
  releaseFiles?: ReleaseFiles
  now: () => Date
}

/** The type of `createApp`, which serves a build, and `createDevApp`, which serves the sources. */
export type CreateWebApp = (deps: WebDeps) => Promise<MountedApp>

export const createApp: CreateWebApp = async (deps) => {
  const {
    fetchShop,
    publicUrl,
    realTimeSync,
    guestCheckout,
    catalogueVersion,
    imageHosts,
    rateLimitScale,
    releaseFiles,
    now,
    ...options
  } = deps
  const app = createService(options)
  const build = await loadBuild()
  const reportError = (error: unknown) => app.log.error({ err: error }, 'render failed')
  const renderPage = createPageRenderer({
    build,
    fetchShop,
    publicUrl,
    realTimeSync,
    guestCheckout,
    reportError,
    imageHosts,
    https: options.https,
    sharedCacheSeconds: options.sharedCacheSeconds,
  })
  /** Whether a page of another release requests data. That page may expect another form of the data. */
  const isOfOtherRelease = (url: string, headers: IncomingHttpHeaders) => {
    const release = headers[RELEASE_HEADER]
    return release !== undefined && release !== build.assets.version && url.includes('.data')
  }
  const findPage = createFindPage(build.routes)
  const queryNames = queryNamesByPath(build.routes)
  const pages = createPageCache({ renderPage, catalogueVersion, ...CACHE_LIMITS.withoutQuery })
  const queryPages = createPageCache({ renderPage, catalogueVersion, ...CACHE_LIMITS.withQuery })
  const notFoundPages = createPageCache({ renderPage, catalogueVersion, ...CACHE_LIMITS.notFound })
  const notFoundPage = (path: string) =>
    notFoundPages.getOrRender(isDataPath(path) ? `${PATH_WITHOUT_PAGE}.data` : PATH_WITHOUT_PAGE)
  // If React Router writes other script tags than page-scripts.ts expects, this render fails, and
  // the process does not start.
  await notFoundPage(PATH_WITHOUT_PAGE)
  const guardOf = createIpGuards({ scale: rateLimitScale, now })
  // These two functions throw when a network address has requested too many pages.
  const refuseTooManyPages = guardOf({ rateLimit: { rule: 'page' } })
  const refuseTooManySearches = guardOf({ rateLimit: { rule: 'search' } })

  await app.register(fastifyStatic, {
    root: clientFolder,
    // Makes one route for each file, because the route `/*` is for pages.
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    setHeaders(reply, path) {
      reply.header('cache-control', cacheControlOf(path))
      if (isWorker(path)) reply.header('content-security-policy', WORKER_POLICY)
    },
  })

  const isDebugging = logsDebug(options.logger)
  const logCache = (requestId: string, { pattern: route }: Page, isHit: boolean) =>
    app.log.debug({ requestId, route }, isHit ? 'page cache hit' : 'page cache miss')

  refuseOtherMethods(app, '/*', ['GET'])
  if (releaseFiles)
    serveReleaseFiles(app, { folder: join(clientFolder, 'assets'), base: '/assets/', releaseFiles })
  else {
    // A missing asset gets a short error instead of a rendered page.
    app.get('/assets/*', () => {
      throw new ServiceError('ROUTE_NOT_FOUND', 'There is nothing at this address')
    })
  }
  app.get('/*', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const page = findPage(path)
    if (isOfOtherRelease(path, request.headers)) return sendToDocument(request.url, reply)
    if (!page) return sendRepresentation(request, reply, await notFoundPage(path))
    if (page.path !== path) return reply.redirect(page.path + request.url.slice(path.length), 301)

    const address = pageAddress(request.url, queryNames)
    const [cache, refuseTooMany] = hasQuery(address)
      ? [queryPages, refuseTooManySearches]
      : [pages, refuseTooManyPages]
    const cached = cache.getCached(address)
    if (!cached) refuseTooMany?.(request)
    if (isDebugging) logCache(request.id, page, cached !== undefined)
    const representation = cached ?? (await cache.getOrRender(address, request.ip))
    return sendRepresentation(request, reply, representation)
  })
  return {
    app,
    // The caches contain only paths that need no redirect. A request for `/Contact/` finds nothing
    // here, and reaches the route `/*`, which redirects to `/contact`.
    precomputed(url, headers = {}) {
      if (isOfOtherRelease(url, headers)) return undefined
      const address = pageAddress(url, queryNames)
      return (hasQuery(address) ? queryPages : pages).getCached(address)
    },
  }
}

type Reply = Parameters<typeof sendRepresentation>[1]

/** Lets React Router load the document of the page instead, which belongs to this release as a whole. */
function sendToDocument(url: string, reply: Reply) {
  const { pathname, searchParams } = new URL(url, 'http://store.invalid')
  searchParams.delete('_routes')
  const path = pathname === '/_.data' ? '/' : pathname.replace(/\.data$/, '')
  const query = searchParams.toString()
  return reply
    .status(204)
    .headers({
      'x-remix-redirect': path + (query && `?${query}`),
      'x-remix-reload-document': 'true',
      vary: RELEASE_HEADER,
    })
    .send()
}

function hasQuery(address: string) {
  return address.includes('?')
}

/** The names of the files under assets/ contain a hash of their content. */
function cacheControlOf(path: string) {
  const [folder] = relative(clientFolder, path).split(sep)
  // The service worker lists the files of the release, so browsers must always revalidate it.
  if (isWorker(path)) return 'no-cache'
  return folder === 'assets' ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/** A compressed form of the worker ends with `.br` or `.gz`. */
function isWorker(path: string) {
  return relative(clientFolder, path).startsWith(WORKER_FILE)
}
