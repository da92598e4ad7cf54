import { relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { listProducts } from '@nashta/contracts/catalogue/product'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { refuseOtherMethods } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { createLimitCalls } from '@nashta/service-kit/limits/rate-limit-guard'
import type { Part } from '@nashta/service-kit/responses/at-hand'
import { sendRepresentation } from '@nashta/service-kit/responses/representation'
import { pageAddress, queryReadersOf } from './page-address.ts'
import { type CatalogueVersion, createPageCache } from './page-cache.ts'
import { createPageRenderer } from './page-renderer.ts'
import { clientFolder, loadBuild } from './store-build.ts'

const MEGABYTE = 1024 * 1024

/** What a query can ask for has no end: it gets little room and one place, so that it never crowds out the rest. */
const ROOM = {
  plain: { maxBytes: 64 * MEGABYTE, crowd: { places: 4, waiting: 200 } },
  queried: { maxBytes: 16 * MEGABYTE, crowd: { places: 1, waiting: 50 } },
}

type WebDeps = ServiceOptions & {
  fetchShop: FetchShop
  /** Where people reach the store. */
  publicUrl: string
  catalogueVersion: CatalogueVersion
  /** Other hosts that pictures may come from. */
  imageHosts: readonly string[]
  /** Multiplies the limit of each network address. */
  rateLimitScale: number
  now: () => Date
}

/** How the store makes its pages: from a build, or as they are being written. */
export type WebPart = (deps: WebDeps) => Promise<Part>

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
  const readers = queryReadersOf(build.routes)
  const plain = createPageCache({ renderPage, catalogueVersion, ...ROOM.plain })
  const queried = createPageCache({ renderPage, catalogueVersion, ...ROOM.queried })
  const limitCalls = createLimitCalls({ scale: rateLimitScale, now })
  const refuseTooMany = limitCalls({ ...listProducts, limit: { rule: 'search' } })

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
    atHand(url) {
      const address = pageAddress(url, readers)
      return (isQueried(address) ? queried : plain).atHand(address)
    },
  }
}

function isQueried(address: string) {
  return address.includes('?')
}

/** What the build puts under assets/ has its content's hash in its name. */
function cachingOf(path: string) {
  const [folder] = relative(clientFolder, path).split(sep)
  return folder === 'assets' ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
