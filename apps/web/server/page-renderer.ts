import { randomUUID } from 'node:crypto'
import { RELEASE_HEADER } from '@nashta/contracts/api/contract-version'
import { getPaymentMethods } from '@nashta/contracts/orders/payment-methods'
import { dataHeaders, pageHeaders } from '@nashta/service-kit/http/security-headers'
import { type Representation, representLazily } from '@nashta/service-kit/responses/representation'
import { createRequestHandler } from 'react-router'
import { prepareScripts } from './page-scripts.ts'
import { createRenderContext, type RenderContextDeps, type StoreBuild } from './store-build.ts'

/**
 * A page without a query is sent many times from the cache, so it is compressed well. A page with a
 * query may never be requested again. Quality 0 makes it 3 % larger than quality 5, but saves 7 %
 * of the CPU time of its request.
 */
const BROTLI_QUALITY = { withoutQuery: 5, withQuery: 0 }

/**
 * Renders a page, or its data, from the address alone (path and query), so that every visitor gets
 * the same page. A Shop API in another process needs `visitorIp` for its rate limits.
 */
export type RenderPage = (address: string, visitorIp?: string) => Promise<Representation>

export type PageRendererDeps = Omit<RenderContextDeps, 'scriptNonce'> & {
  build: StoreBuild
  imageHosts: readonly string[]
  https: boolean
  /** How long a CDN may serve a page without revalidating it. */
  sharedCacheSeconds?: number | undefined
}

export function createPageRenderer({
  build,
  imageHosts,
  https,
  sharedCacheSeconds,
  ...deps
}: PageRendererDeps): RenderPage {
  const handleRequest = createRequestHandler(build, 'production')

  return async function renderPage(address, visitorIp) {
    // The nonce only marks our own tags for `prepareScripts`, which removes it from the page.
    const nonce = randomUUID()
    const context = createRenderContext(build, {
      ...deps,
      fetchShop: (endpoint, call) => deps.fetchShop(endpoint, { ...call, visitorAddress: visitorIp }),
      scriptNonce: nonce,
    })
    // The host is a placeholder: a public page may not depend on the host name of its request.
    const [response, formOrigins] = await Promise.all([
      handleRequest(new Request(`http://store.invalid${address}`), context),
      readFormOrigins(deps.fetchShop),
    ])
    const { 'content-type': contentType = '', ...headers } = Object.fromEntries(response.headers)
    const text = await response.text()
    const { content, securityHeaders } = contentType.startsWith('text/html')
      ? securePage(text, nonce, formOrigins)
      : { content: text, securityHeaders: { ...dataHeaders({ https }), vary: RELEASE_HEADER } }

    return representLazily(
      {
        status: response.status,
        noStore: response.headers.get('cache-control') === 'no-store',
        content,
        contentType,
        headers: { ...securityHeaders, ...headers },
        sharedCacheSeconds,
      },
      address.includes('?') ? BROTLI_QUALITY.withQuery : BROTLI_QUALITY.withoutQuery,
    )
  }

  function securePage(html: string, nonce: string, formOrigins: readonly string[]) {
    const { content, hashes } = prepareScripts(html, nonce)
    return { content, securityHeaders: pageHeaders({ scriptHashes: hashes, imageHosts, formOrigins, https }) }
  }
}

/** A page whose Shop API gives no response allows no form to a payment provider. */
async function readFormOrigins(fetchShop: RenderContextDeps['fetchShop']): Promise<readonly string[]> {
  const reply = await fetchShop(getPaymentMethods).catch(() => null)
  return reply?.data.formOrigins ?? []
}
