import { fileURLToPath } from 'node:url'
import { createService } from '@nashta/service-kit/http/create-service'
import { createRequestListener } from '@react-router/node'
import { createServer } from 'vite'
import type { CreateWebApp } from './create-app.ts'
import { createRenderContext, type StoreBuild } from './store-build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The storefront with hot reload. It differs from production in two ways. The scripts of a page
 * start at once, not after the first paint. The pages have no content security policy, because Vite
 * adds inline scripts and styles to them.
 */
export const createDevApp: CreateWebApp = async (deps) => {
  const { fetchShop, publicUrl, realTimeSync, guestCheckout, ...options } = deps
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } })
  const loadBuild = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as StoreBuild
  const reportError = (error: unknown) => options.logger.error({ err: error }, 'render failed')
  const listener = createRequestListener({
    build: loadBuild,
    mode: 'development',
    getLoadContext: async () =>
      createRenderContext(await loadBuild(), {
        fetchShop,
        publicUrl,
        realTimeSync,
        guestCheckout,
        reportError,
      }),
  })

  const app = createService(options)
  app.addHook('onClose', () => vite.close())
  app.all('/*', (request, reply) => {
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => listener(request.raw, reply.raw))
  })
  return { app }
}
