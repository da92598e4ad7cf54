import { randomUUID } from 'node:crypto'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { dataHeaders, pageHeaders } from '@nashta/service-kit/http/security-headers'
import { type Representation, representWhenAsked } from '@nashta/service-kit/responses/representation'
import { createRequestHandler } from 'react-router'
import { createMarkupMemory } from './markup-memory.ts'
import { finishScripts } from './page-scripts.ts'
import { provide, type StoreBuild } from './store-build.ts'

/**
 * Pages are kept until the catalogue changes, and most are sent in this form only: worth more work than a quick
 * answer. One with a query may never be asked for again: the quickest way leaves it 3 % larger, and the whole request
 * costs a fifteenth less.
 */
const BROTLI_QUALITY = { page: 5, search: 0 }

/** The same for every visitor: a page is made from its address and the catalogue, nothing else. */
export type RenderPage = (path: string) => Promise<Representation>

export type PageRendererDeps = {
  build: StoreBuild
  fetchShop: FetchShop
  publicUrl: string
  reportError: (error: unknown) => void
  imageHosts: readonly string[]
  https: boolean
}

export function createPageRenderer({
  build,
  fetchShop,
  publicUrl,
  reportError,
  imageHosts,
  https,
}: PageRendererDeps): RenderPage {
  const beginPage = createMarkupMemory()
  const handle = createRequestHandler(build, 'production')

  return async function renderPage(path) {
    // Marks the scripts that the page itself writes: one that got in with a product's name has no hash.
    const nonce = randomUUID()
    const keptMarkup = beginPage()
    let written: string | undefined
    const context = provide(build, {
      fetchShop,
      publicUrl,
      reportError,
      scriptNonce: nonce,
      keptMarkup,
      takePage: (page) => void (written = page),
    })
    // The host is a stand-in: nothing on a public page may depend on how it was reached.
    const response = await handle(new Request(`http://store.invalid${path}`), context)
    const page = keptMarkup.keepMarked(written ?? (await response.text()))
    const { content, hashes } = finishScripts(page, nonce)
    const { 'content-type': contentType = '', ...headers } = Object.fromEntries(response.headers)
    const isPage = contentType.startsWith('text/html')
    const security = isPage
      ? pageHeaders({ scriptHashes: hashes, imageHosts, https })
      : dataHeaders({ https })

    return representWhenAsked(
      {
        status: response.status,
        content,
        contentType,
        headers: { ...security, ...headers },
      },
      path.includes('?') ? BROTLI_QUALITY.search : BROTLI_QUALITY.page,
    )
  }
}
