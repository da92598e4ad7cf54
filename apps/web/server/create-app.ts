import { relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { listProducts } from '@nashta/contracts/catalogue/product'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { refuseOtherMethods } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { createLimitCalls } from '@nashta/service-kit/limits/limit-calls'
import type { MountedApp } from '@nashta/service-kit/responses/precomputed'
import { sendRepresentation } from '@nashta/service-kit/responses/representation'
import { pageAddress, queryReadersOf } from './page-address.ts'
import { createPageCache } from './page-cache.ts'
import { createPageRenderer } from './page-renderer.ts'
import { clientFolder, loadBuild } from './store-build.ts'

const MEGABYTE = 1024 * 1024

/** There is no end of queries: their pages get a small cache and one render at a time, apart from all other pages. */
const ROOM = {
  plain: { maxBytes: 64 * MEGABYTE, crowd: { concurrent: 4, queued: 200 } },
  queried: { maxBytes: 16 * MEGABYTE, crowd: { concurrent: 1, queued: 50 } },
}

type WebDeps = ServiceOptions & {
  fetchShop: FetchShop
  /** The public address of the store. */
  publicUrl: string
  catalogueVersion: () => string
  /** Other hosts that pictures may come from. */
  imageHosts: readonly string[]
  /** Multiplies the limit of each network address. */
  rateLimitScale: number
  now: () => Date
}

/** Creates the storefront: `createApp` from a build, `createDevApp` from the sources. */
export type WebPart = (deps: WebDeps) => Promise<MountedApp>

export const createApp: WebPart = async (deps) => {
  const { fetchShop, publicUrl, catalogueVersion, imageHosts, rateLimitScale, now, ...options } = deps
  const app = createService(options)
  const build = await loadBuild()
  const reportError = (error: unknown) => app.log.error({ err: error }, 'render failed')
  const renderPage = createPageRenderer({
    build,
    fetchShop,
    publicUrl,
    reportError,
    imageHosts,
    https: options.https,
  })
  // Any page will do: rendering fails if its script tags are not those that page-scripts.ts expects.
  await renderPage('/page-that-does-not-exist')
  const readers = queryReadersOf(build.routes)
  const plain = createPageCache({ renderPage, catalogueVersion, ...ROOM.plain })
  const queried = createPageCache({ renderPage, catalogueVersion, ...ROOM.queried })
  const limitCalls = createLimitCalls({ scale: rateLimitScale, now })
  const refuseTooMany = limitCalls({ ...listProducts, rateLimit: { rule: 'search' } })

  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(path)),
  })

  refuseOtherMethods(app, '/*', ['GET'])
  app.get('/assets/*', () => {
    throw new ServiceError('ROUTE_NOT_FOUND', 'There is nothing at this address')
  })
  app.get('/*', async (request, reply) => {
    const address = pageAddress(request.url, readers)
    if (!isQueried(address)) return sendRepresentation(request, reply, await plain.pageFor(address))
    refuseTooMany?.(request)
    return sendRepresentation(request, reply, await queried.pageFor(address))
  })
  return {
    app,
    precomputed(url) {
      const address = pageAddress(url, readers)
      return (isQueried(address) ? queried : plain).precomputed(address)
    },
  }
}

function isQueried(address: string) {
  return address.includes('?')
}

/** The names of the files under assets/ contain a hash of their content. */
function cachingOf(path: string) {
  const [folder] = relative(clientFolder, path).split(sep)
  return folder === 'assets' ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
