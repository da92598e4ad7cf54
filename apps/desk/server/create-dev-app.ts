import { fileURLToPath } from 'node:url'
import { createService } from '@nashta/service-kit/http/create-service'
import { createRequestListener } from '@react-router/node'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { CreateDeskApp } from './create-app.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Differs from Vite's default port, which the storefront's dev server uses. */
const HOT_RELOAD_PORT = 24_679

/**
 * Serves the desk with hot reload. The page has no content security policy, because Vite adds
 * inline scripts and styles to the page. Only the policy would need `imageHosts`.
 */
export const createDevApp: CreateDeskApp = async ({ imageHosts: _hosts, readShop: _read, ...options }) => {
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { port: HOT_RELOAD_PORT } },
  })
  const listener = createRequestListener({
    build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    mode: 'development',
  })
  const app = createService(options)
  app.addHook('onClose', () => vite.close())
  app.all('/*', (request, reply) => {
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => listener(request.raw, reply.raw))
  })
  return { app }
}
