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
 * Caches rendered pages by their address, which is the path with its query, until the catalogue version changes.
 * Concurrent requests for a page share one render.
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
    // A page counts twice: its compressed forms are made later, and are together smaller than it.
    // The cache refuses the size 0.
    sizeCalculation: ({ page }) => Math.max(1, 2 * page.forms.identity.body.length),
  })
  const renders = new Map<string, RunningRender>()
  const limitRenders = createConcurrencyLimit(renderLimit)

  /** `visitorAddress` is the visitor's network address. The rate limits of the Shop API need it. */
  async function render(
    address: string,
    version: string,
    visitorAddress: string | undefined,
  ): Promise<Representation> {
    try {
      const page = await limitRenders(() => renderPage(address, visitorAddress))
      if (page.status === cachedStatus && !page.noStore && isLatest(address, version))
        pages.set(address, { version, page })
      return page
    } finally {
      if (isLatest(address, version)) renders.delete(address)
    }
  }

  /** False when a render of a newer version has started meanwhile. */
  function isLatest(address: string, version: string) {
    return renders.get(address)?.version === version
  }

  /** Returns the page if it is cached and up to date. */
  function getCached(address: string): Representation | undefined {
    const cached = pages.get(address)
    return cached?.version === catalogueVersion() ? cached.page : undefined
  }

  async function getOrRender(address: string, visitorAddress?: string): Promise<Representation> {
    const cached = getCached(address)
    if (cached) return cached
    const version = catalogueVersion()
    const running = renders.get(address)
    if (running?.version === version) return running.page

    const page = render(address, version, visitorAddress)
    // `render` looks for this entry when the page is ready or has failed, never earlier.
    renders.set(address, { version, page })
    return page
  }

  return { getOrRender, getCached }
}
