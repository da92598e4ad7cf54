import { parseSearch } from '@nashta/contracts/catalogue/search/search-rule'
import * as contract from '@nashta/contracts/catalogue/search/synonyms'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { readIfMatch, readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import {
  CONTENT_ETAG,
  type Representation,
  representLazily,
} from '@nashta/service-kit/responses/representation'
import { type AuthorshipDeps, authorshipOf } from '../../operator-log/logged-change.ts'
import type { InMemoryCatalogue } from '../in-memory-catalogue.ts'
import { countFound } from '../search/nearest-searches.ts'
import type { FruitlessSearches } from './fruitless-searches.ts'
import type { Synonyms, SynonymStore } from './synonym-store.ts'

export type SearchWordDeps = Pick<ServiceOptions, 'https'> &
  AuthorshipDeps & { synonyms: SynonymStore; fruitlessSearches: FruitlessSearches }

/** The words that the search takes for each other, and what it did not find. */
export function searchWordRoutes(
  { synonyms, fruitlessSearches, https, ...deps }: SearchWordDeps,
  catalogue: InMemoryCatalogue,
): Route[] {
  let cached: { of: Synonyms; response: Representation } | undefined

  async function represent(): Promise<Representation> {
    const of = await synonyms.read()
    if (cached?.of !== of) {
      const response = representLazily({
        content: JSON.stringify(replyWith(of)),
        contentType: 'application/json; charset=utf-8',
        headers: dataHeaders({ https }),
      })
      cached = { of, response }
    }
    return cached.response
  }

  /** The searches that find nothing in the catalogue of now either. */
  async function listFruitless() {
    const searches = []
    for (const counted of await fruitlessSearches.list()) {
      const { table } = await catalogue.current()
      const search = parseSearch(counted.text, table.words())
      if (search && countFound(table, search) === 0) searches.push(counted)
      // Each costs a search of the catalogue, so other requests are served between two.
      await new Promise(setImmediate)
    }
    return searches
  }

  return [
    readRoute(contract.getSynonyms, async () => replyWith(await synonyms.read()), { represent }),
    route(contract.getSynonymsAtDesk, async () => replyWith(await synonyms.read())),
    route(contract.saveSynonyms, async ({ caller, body, request }) => {
      const seen = readIfMatch(request.headers['if-match'], CONTENT_ETAG, 'the synonyms')
      return replyWith(await synonyms.save(body.synonyms, await authorshipOf(deps, caller), seen))
    }),
    route(contract.listFruitlessSearches, async () => ({ data: { searches: await listFruitless() } })),
  ]
}

/** The lists of stored synonyms are read-only. */
function replyWith({ synonyms, version }: Synonyms) {
  return {
    data: {
      synonyms: synonyms.map(({ searched, finds }) => ({
        searched: [...searched],
        ...(finds && { finds: [...finds] }),
      })),
      version,
    },
  }
}
