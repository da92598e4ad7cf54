import type { PageQuery } from './fetch-products.ts'

/** The keys of the query cache for what pages show. Every key that begins with `catalogue` follows the catalogue. */
export const catalogueKeys = {
  product: (id: string) => ['catalogue', 'product', id] as const,
  page: (query: PageQuery) => ['catalogue', 'query', query] as const,
  /** All Snacks, for each filter. */
  snacks: (filter: object) => ['catalogue', 'snacks', filter] as const,
}

const PACKS_MAX = 12

/** The packs of a snack. */
export function packsQuery(family: string): PageQuery {
  return { family, sort: 'price-asc', limit: PACKS_MAX }
}

type PageData = { queryKey: readonly unknown[]; data: unknown }

let dataOfServer: PageData[] = []

/**
 * Remembers what the server sent with the page that the visit began with, until the query cache is
 * loaded.
 */
export function rememberPageData(queryKey: readonly unknown[], data: unknown) {
  dataOfServer.push({ queryKey, data })
}

export function takePageData(): readonly PageData[] {
  const taken = dataOfServer
  dataOfServer = []
  return taken
}
