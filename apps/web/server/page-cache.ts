import {
  createConcurrencyLimit,
  type ConcurrencyLimitOptions,
} from '@nashta/service-kit/limits/concurrency-limit'
import type { Representation } from '@nashta/service-kit/responses/representation'
import { LRUCache } from 'lru-cache'
import type { RenderPage } from './page-renderer.ts'

export type PageCacheDeps = {
  renderPage: RenderPage
  /** When this version changes, the cached pages are out of date. */
  catalogueVersion: () => string
  /** Pages with another status are not cached. */
  cachedStatus: 200 | 404
  maxBytes: number
  /** Limits how many pages are rendered at once: no other request needs as much CPU. */
  renderLimit: ConcurrencyLimitOptions
}

type CachedPage = { version: string; page: Representation }
type RunningRender = { version: string; page: Promise<Representation> }

/**
 * Caches rendered pages until the catalogue version changes. The key is the `address` of a page:
 * its path and query. Concurrent requests for a page share one render.
 */
export function createPageCache({
  renderPage,
  catalogueVersion,
  cachedStatus,
  maxBytes,
  renderLimit,
}: PageCacheDeps) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    // A page counts twice, because its compressed forms are added later. Together they are smaller
    // than the page. The cache refuses the size 0.
    sizeCalculation: ({ page }) => Math.max(1, 2 * page.forms.identity.body.length),
  })
  /** The latest running render of each page, by address. */
  const renders = new Map<string, RunningRender>()
  const limitRenders = createConcurrencyLimit(renderLimit)

  /** Returns the page if it is cached and up to date. */
  function getCached(address: string): Representation | undefined {
    const cached = pages.get(address)
    return cached?.version === catalogueVersion() ? cached.page : undefined
  }

  /** `visitorIp` is for the rate limits of the Shop API. */
  async function getOrRender(address: string, visitorIp?: string): Promise<Representation> {
    const cached = getCached(address)
    if (cached) return cached
    const version = catalogueVersion()
    const running = renders.get(address)
    if (running?.version === version) return running.page

    const render = { version, page: limitRenders(() => renderPage(address, visitorIp)) }
    renders.set(address, render)
    // False when a render of a newer version has started meanwhile.
    const isLatest = () => renders.get(address) === render
    try {
      const page = await render.page
      if (page.status === cachedStatus && !page.noStore && isLatest()) pages.set(address, { version, page })
      return page
    } finally {
      if (isLatest()) renders.delete(address)
    }
  }

  return { getOrRender, getCached }
}
