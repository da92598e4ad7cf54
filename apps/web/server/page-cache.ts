import {
  createConcurrencyLimit,
  type ConcurrencyLimitOptions,
} from '@nashta/service-kit/limits/concurrency-limit'
import type { Representation } from '@nashta/service-kit/responses/representation'
import { LRUCache } from 'lru-cache'
import type { RenderPage } from './page-renderer.ts'

export type PageCacheDeps = {
  renderPage: RenderPage
  /** A page is rendered again after it has changed. */
  catalogueVersion: () => string
  maxBytes: number
  /** How many pages are rendered at once, and how many requests may wait: rendering is the most expensive request. */
  crowd: ConcurrencyLimitOptions
}

type CachedPage = { version: string; page: Representation }
type Render = { version: string; page: Promise<Representation> }

/** Caches rendered pages until the catalogue version changes. Concurrent requests for a page share one render. */
export function createPageCache({ renderPage, catalogueVersion, maxBytes, crowd }: PageCacheDeps) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    // The compressed forms are made later; together they are smaller than the plain one.
    sizeCalculation: ({ page }) => Math.max(1, 2 * page.forms.identity.body.length),
  })
  const renders = new Map<string, Render>()
  const takeTurn = createConcurrencyLimit(crowd)

  async function render(path: string, version: string): Promise<Representation> {
    try {
      const page = await takeTurn(() => renderPage(path))
      if (page.status === 200 && isLatest(path, version)) pages.set(path, { version, page })
      return page
    } finally {
      if (isLatest(path, version)) renders.delete(path)
    }
  }

  /** Whether no render for a newer version has started. */
  function isLatest(path: string, version: string) {
    return renders.get(path)?.version === version
  }

  function precomputed(path: string): Representation | undefined {
    const cached = pages.get(path)
    return cached?.version === catalogueVersion() ? cached.page : undefined
  }

  async function pageFor(path: string): Promise<Representation> {
    const cached = precomputed(path)
    if (cached) return cached
    const version = catalogueVersion()
    const running = renders.get(path)
    if (running?.version === version) return running.page

    const page = render(path, version)
    renders.set(path, { version, page })
    return page
  }

  return { pageFor, precomputed }
}
