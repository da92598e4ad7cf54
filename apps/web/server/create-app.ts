import fastifyStatic from '@fastify/static'
import { createService, type ServiceOptions } from '@nashta/service-kit/create-service'
import { sendRepresentation } from '@nashta/service-kit/representation'
import type { FastifyInstance } from 'fastify'
import type { FetchApi } from '../app/server/shop-api.server.ts'
import { createPageCache } from './page-cache.ts'
import { createPageRenderer } from './page-renderer.ts'
import { clientFolder, loadBuild } from './store-build.ts'

type WebDeps = ServiceOptions & { fetchApi: FetchApi; catalogueVersion: () => Promise<string> }

/** How the store makes its pages: from a build, or as they are being written. */
export type WebPart = (deps: WebDeps) => Promise<FastifyInstance>

export const createApp: WebPart = async ({ fetchApi, catalogueVersion, ...options }) => {
  const app = createService(options)
  const build = await loadBuild()
  const reportError = (error: unknown) => app.log.error({ err: error }, 'render failed')
  const renderPage = createPageRenderer({ build, fetchApi, reportError, https: options.https })
  const pageFor = createPageCache({ renderPage, catalogueVersion })

  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(path)),
  })

  app.get('/*', async (request, reply) => {
    const { status, headers, representation } = await pageFor(request.url)
    reply.code(status).headers(headers)
    return sendRepresentation(request, reply, representation)
  })
  return app
}

/** What the build puts under assets/ has its content's hash in its name. */
function cachingOf(path: string) {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
