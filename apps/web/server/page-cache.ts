import {
  createConcurrencyLimit,
  type ConcurrencyLimitOptions,
} from '@nashta/service-kit/limits/concurrency-limit'
import type { Representation } from '@nashta/service-kit/responses/representation'
import type { RenderPage } from './page-renderer.ts'

/** Changes whenever a page may look different; at once where it is known at once. */
export type CatalogueVersion = () => string | Promise<string>

export type PageCacheDeps = {
  renderPage: RenderPage
  catalogueVersion: CatalogueVersion
  maxBytes: number
  /** Rendering is the heaviest thing a visitor can ask for; a crowd waits for its turn. */
  crowd: ConcurrencyLimitOptions
}

type Entry = {
  version: string
  page: Promise<Representation>
  /** The same once it is rendered, if it is a success. */
  atHand: Representation | undefined
  bytes: number
}

/** Keeps each page until the catalogue changes. Visitors who ask at once wait for one render. */
export function createPageCache({ renderPage, catalogueVersion, maxBytes, crowd }: PageCacheDeps) {
  const entries = new Map<string, Entry>()
  const takeTurn = createConcurrencyLimit(crowd)
  let bytes = 0

  function forget(path: string, entry: Entry) {
    if (entries.get(path) !== entry) return
    entries.delete(path)
    bytes -= entry.bytes
  }

  function dropLeastUsed() {
    // A Map remembers the order of insertion, and every use inserts anew.
    for (const [path, entry] of entries) {
      if (bytes <= maxBytes) return
      forget(path, entry)
    }
  }

  async function fill(path: string, entry: Entry) {
    try {
      const page = await entry.page
      if (page.status !== 200) return forget(path, entry)
      if (entries.get(path) !== entry) return
      entry.atHand = page
      entry.bytes = sizeOf(page)
      bytes += entry.bytes
      dropLeastUsed()
    } catch {
      forget(path, entry)
    }
  }

  function use(path: string, entry: Entry) {
    entries.delete(path)
    entries.set(path, entry)
  }

  async function pageFor(path: string): Promise<Representation> {
    const version = await catalogueVersion()
    const known = entries.get(path)
    if (known?.version === version) {
      use(path, known)
      return known.page
    }

    if (known) forget(path, known)
    const page = takeTurn(() => renderPage(path))
    const entry: Entry = { version, page, atHand: undefined, bytes: 0 }
    entries.set(path, entry)
    void fill(path, entry)
    return page
  }

  function atHand(path: string): Representation | undefined {
    const known = entries.get(path)
    if (!known?.atHand || known.version !== catalogueVersion()) return undefined
    use(path, known)
    return known.atHand
  }

  return { pageFor, atHand }
}

/** The forms that are not made yet will be smaller than the plain one, together. */
function sizeOf({ forms }: Representation) {
  return 2 * forms.identity.body.length
}
