import { createHash, randomUUID } from 'node:crypto'
import { represent, type Representation } from '@nashta/service-kit/representation'
import { DATA_POLICY, pagePolicy } from '@nashta/service-kit/security-headers'
import { createRequestHandler } from 'react-router'
import type { FetchApi } from '../app/server/shop-api.server.ts'
import { provide, type StoreBuild } from './store-build.ts'

export type Page = {
  status: number
  headers: Record<string, string>
  representation: Representation
}

/** The same for every visitor: a page is made from its address and the catalogue, nothing else. */
export type RenderPage = (path: string) => Promise<Page>

export type PageRendererDeps = {
  build: StoreBuild
  fetchApi: FetchApi
  reportError: (error: unknown) => void
  https: boolean
}

export function createPageRenderer({ build, fetchApi, reportError, https }: PageRendererDeps): RenderPage {
  const handle = createRequestHandler(build, 'production')

  return async function renderPage(path) {
    // Marks the scripts that the page itself writes: one that got in with a product's name has no hash.
    const nonce = randomUUID()
    const context = provide(build, { fetchApi, reportError, scriptNonce: nonce })
    // The host is a stand-in: nothing on a public page may depend on how it was reached.
    const response = await handle(new Request(`http://store.invalid${path}`), context)
    const marked = await response.text()
    const { 'content-type': contentType = '', ...headers } = Object.fromEntries(response.headers)
    const policy = contentType.startsWith('text/html')
      ? pagePolicy({ scriptHashes: scriptHashes(marked, nonce), https })
      : DATA_POLICY

    return {
      status: response.status,
      headers: { ...headers, 'content-security-policy': policy },
      representation: await represent(marked.replaceAll(` nonce="${nonce}"`, ''), contentType),
    }
  }
}

const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g

function scriptHashes(html: string, nonce: string) {
  return [...html.matchAll(SCRIPT)].flatMap(([, attributes = '', script = '']) =>
    script !== '' && attributes.includes(`nonce="${nonce}"`)
      ? [createHash('sha256').update(script).digest('base64')]
      : [],
  )
}
