import { createHash, randomUUID } from 'node:crypto'
import { type Representation, representWhenAsked } from '@nashta/service-kit/representation'
import { dataHeaders, pageHeaders } from '@nashta/service-kit/security-headers'
import { createRequestHandler } from 'react-router'
import type { FetchApi } from '../app/server/shop-api.server.ts'
import { STARTER_HASH, startScriptsLate } from './late-scripts.ts'
import { provide, type StoreBuild } from './store-build.ts'

/**
 * Pages are kept until the catalogue changes, and most are sent in this form only: worth more work than a quick
 * answer. One with a query may never be asked for again.
 */
const BROTLI_QUALITY = { page: 5, search: 3 }

/** The same for every visitor: a page is made from its address and the catalogue, nothing else. */
export type RenderPage = (path: string) => Promise<Representation>

export type PageRendererDeps = {
  build: StoreBuild
  fetchApi: FetchApi
  publicUrl: string
  reportError: (error: unknown) => void
  imageHosts: readonly string[]
  https: boolean
}

export function createPageRenderer({
  build,
  fetchApi,
  publicUrl,
  reportError,
  imageHosts,
  https,
}: PageRendererDeps): RenderPage {
  const handle = createRequestHandler(build, 'production')

  return async function renderPage(path) {
    // Marks the scripts that the page itself writes: one that got in with a product's name has no hash.
    const nonce = randomUUID()
    const context = provide(build, { fetchApi, publicUrl, reportError, scriptNonce: nonce })
    // The host is a stand-in: nothing on a public page may depend on how it was reached.
    const response = await handle(new Request(`http://store.invalid${path}`), context)
    const marked = await response.text()
    const { 'content-type': contentType = '', ...headers } = Object.fromEntries(response.headers)
    const isPage = contentType.startsWith('text/html')
    const security = isPage
      ? pageHeaders({ scriptHashes: [STARTER_HASH, ...scriptHashes(marked, nonce)], imageHosts, https })
      : dataHeaders({ https })

    return representWhenAsked(
      {
        status: response.status,
        content: startScriptsLate(marked.replaceAll(` nonce="${nonce}"`, '')),
        contentType,
        headers: { ...security, ...headers },
      },
      path.includes('?') ? BROTLI_QUALITY.search : BROTLI_QUALITY.page,
    )
  }
}

const [SCRIPT, SCRIPT_END] = ['<script', '</script>']

/** Cut at the ends of scripts, so that a page is read once, whatever it holds. */
function scriptHashes(html: string, nonce: string) {
  return html
    .split(SCRIPT_END)
    .slice(0, -1)
    .flatMap((piece) => {
      const start = piece.indexOf(SCRIPT)
      const end = piece.indexOf('>', start)
      const script = piece.slice(end + 1)
      const isOurs = start !== -1 && piece.slice(start, end).includes(`nonce="${nonce}"`)
      return isOurs && script !== '' ? [createHash('sha256').update(script).digest('base64')] : []
    })
}
