import httpProxy from '@fastify/http-proxy'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'

/**
 * Headers that are not forwarded, because visitors can forge them. `createProxy` sends a new
 * `x-forwarded-for` with `request.ip`, the visitor's address. For `request.ip`, Fastify believes
 * only the headers of trusted proxies.
 */
const FORGEABLE_HEADERS = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'via',
])

/**
 * Forwards the requests below `base` to the same paths of the service at `url`, so that browsers
 * use one origin.
 */
export async function createProxy(base: string, url: string, options: ServiceOptions) {
  const app = createService(options)
  await app.register(httpProxy, {
    upstream: url,
    prefix: base,
    rewritePrefix: base,
    replyOptions: {
      // The service counts rate limits by the address in `x-forwarded-for`, if its own setting
      // TRUSTED_PROXIES contains this process.
      rewriteRequestHeaders: ({ ip }, headers) => ({
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => !FORGEABLE_HEADERS.has(name))),
        'x-forwarded-for': ip,
      }),
      // Removes the headers that name the service's software.
      rewriteHeaders: ({ server: _server, 'x-powered-by': _poweredBy, ...headers }) => headers,
    },
  })
  return app
}
