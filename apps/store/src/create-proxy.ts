import httpProxy from '@fastify/http-proxy'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'

/** Forwards the requests below `base` to the same paths of the service at `url`, so that browsers use one origin. */
export async function createProxy(base: string, url: string, options: ServiceOptions) {
  const app = createService(options)
  await app.register(httpProxy, {
    upstream: url,
    prefix: base,
    rewritePrefix: base,
    replyOptions: {
      // Removes the headers that name the service's software.
      rewriteHeaders: ({ server: _server, 'x-powered-by': _poweredBy, ...headers }) => headers,
    },
  })
  return app
}
