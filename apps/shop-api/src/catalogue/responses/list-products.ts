import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { represent, type Representation } from '@nashta/service-kit/responses/representation'
import type { InMemoryCatalogue } from '../in-memory-catalogue.ts'
import type { CatalogueTable } from '../search/catalogue-table.ts'

export type ListProductsDeps = { catalogue: InMemoryCatalogue; https: boolean; now: () => Date }

/** The response with the whole list. It is serialised and compressed once per catalogue version, one build at a time. */
export function createListResponse({ catalogue, https, now }: ListProductsDeps) {
  let cached: { version: string; response: Representation } | undefined
  let building: Promise<Representation> | undefined

  async function build(table: CatalogueTable, version: string): Promise<Representation> {
    const startedAt = now().getTime()
    const { json } = table.columns
    const items = Array.from(table.sortedIndex('relevance').slots, (slot) => json[slot])
    const response = await represent({
      content: `{"data":[${items.join(',')}]}`,
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
    })
    catalogue.reportListBuild(now().getTime() - startedAt)
    cached = { version, response }
    return response
  }

  async function representList(): Promise<Representation> {
    for (;;) {
      const { table, version } = await catalogue.current()
      if (cached?.version === version) return cached.response
      if (!building) {
        building = build(table, version).finally(() => {
          building = undefined
        })
        return building
      }
      // The build in progress may be of an older version, so the version is checked again after it.
      await building.catch(() => {})
    }
  }

  /** The cached response, if it is still current. */
  function precomputed(): Representation | undefined {
    if (!cached || !catalogue.isCurrent()) return undefined
    return cached.version === catalogue.catalogueVersion() ? cached.response : undefined
  }

  return { representList, precomputed }
}
