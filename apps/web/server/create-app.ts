import { relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Part } from '@nashta/service-kit/at-hand'
import { createService, type ServiceOptions } from '@nashta/service-kit/create-service'
import { sendRepresentation } from '@nashta/service-kit/representation'
import { refuseOtherMethods } from '@nashta/service-kit/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { FetchApi } from '../app/server/shop-api.server.ts'
import { type CatalogueVersion, createPageCache } from './page-cache.ts'
import { createPageRenderer } from './page-renderer.ts'
import { clientFolder, loadBuild } from './store-build.ts'

type WebDeps = ServiceOptions & {
  fetchApi: FetchApi
  catalogueVersion: CatalogueVersion
  /** Other hosts that pictures may come from. */
  imageHosts: readonly string[]
}

/** How the store makes its pages: from a build, or as they are being written. */
export type WebPart = (deps: WebDeps) => Promise<Part>

export const createApp: WebPart = async ({ fetchApi, catalogueVersion, imageHosts, ...options }) => {
  const app = createService(options)
  const build = await loadBuild()
  const reportError = (error: unknown) => app.log.error({ err: error }, 'render failed')
  const renderPage = createPageRenderer({ build, fetchApi, reportError, imageHosts, https: options.https })
  const pages = createPageCache({ renderPage, catalogueVersion })

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
    return sendRepresentation(request, reply, await pages.pageFor(pagePath(request.url)))
  })
  return { app, atHand: (url) => pages.atHand(pagePath(url)) }
}

/** No page reads its query yet: whatever a visitor appends, it is the same page. */
function pagePath(url: string) {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** What the build puts under assets/ has its content's hash in its name. */
function cachingOf(path: string) {
  const [folder] = relative(clientFolder, path).split(sep)
  return folder === 'assets' ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
