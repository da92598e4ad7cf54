import type { Page, RenderPage } from './page-renderer.ts'

/** Enough for a catalogue's pages; an address typed at random only pushes out the least used. */
const MAX_PAGES = 1000

export type PageCacheDeps = { renderPage: RenderPage; catalogueVersion: () => Promise<string> }

/** Keeps each page until the catalogue changes. Visitors who ask at once wait for one render. */
export function createPageCache({ renderPage, catalogueVersion }: PageCacheDeps) {
  const pages = new Map<string, { version: string; page: Promise<Page> }>()

  return async function pageFor(path: string): Promise<Page> {
    const version = await catalogueVersion()
    const known = pages.get(path)
    pages.delete(path)
    const entry = known?.version === version ? known : { version, page: renderPage(path) }
    pages.set(path, entry)
    dropOldest(pages)

    const forget = () => {
      if (pages.get(path) === entry) pages.delete(path)
    }
    try {
      const page = await entry.page
      if (page.status >= 500) forget()
      return page
    } catch (error) {
      forget()
      throw error
    }
  }
}

/** A Map remembers the order of insertion, and every use inserts anew. */
function dropOldest(pages: Map<string, unknown>) {
  if (pages.size <= MAX_PAGES) return
  const [oldest] = pages.keys()
  if (oldest !== undefined) pages.delete(oldest)
}
