import { createHash } from 'node:crypto'
import { represent, type Representation } from '@nashta/service-kit/representation'
import { pagePolicy } from '@nashta/service-kit/security-headers'
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
    const context = provide(build, fetchApi, reportError)
    // The host is a stand-in: nothing on a public page may depend on how it was reached.
    const response = await handle(new Request(`http://store.invalid${path}`), context)
    const content = await response.text()
    const { 'content-type': contentType = 'text/html; charset=utf-8', ...headers } = Object.fromEntries(
      response.headers,
    )

    return {
      status: response.status,
      headers: {
        ...headers,
        'content-security-policy': pagePolicy({ scriptHashes: inlineScriptHashes(content), https }),
      },
      representation: await represent(content, contentType),
    }
  }
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

function inlineScriptHashes(html: string) {
  return [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) =>
    createHash('sha256').update(script).digest('base64'),
  )
}
