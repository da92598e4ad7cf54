import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import type { ShelfIndex } from '@nashta/contracts/storefront/shelf-rules'
import * as contract from '@nashta/contracts/storefront/shelves'
import { readIfMatch, type Route, route } from '@nashta/service-kit/http/routes'
import { CONTENT_ETAG } from '@nashta/service-kit/responses/representation'
import { type AuthorshipDeps, authorshipOf } from '../../operator-log/logged-change.ts'
import type { ProductStore } from '../product-store.ts'
import { decideShelves } from './decide-shelves.ts'
import { type ShelfStore, shelvesVersion } from './shelf-store.ts'

export type ShelfRoutesDeps = AuthorshipDeps & { products: ProductStore; shelves: ShelfStore }

export function shelfRoutes({ products, shelves, ...deps }: ShelfRoutesDeps): Route[] {
  /** How many products are on each shelf, drafts included. Those on no shelf are under ''. */
  async function countProducts(index: ShelfIndex) {
    const counts = new Map<string, number>()
    for (const product of await products.listWithDrafts()) {
      const found = new Set(categoriesOf(product).flatMap((text) => index.find(text)?.slug ?? []))
      for (const slug of found.size > 0 ? found : ['']) counts.set(slug, (counts.get(slug) ?? 0) + 1)
    }
    return (slug: string) => counts.get(slug) ?? 0
  }

  async function replyWith(index: ShelfIndex) {
    const countOf = await countProducts(index)
    return {
      data: {
        shelves: index.shelves.map(({ former, ...shelf }) => ({
          ...shelf,
          ...(former && { former: [...former] }),
          products: countOf(shelf.slug),
        })),
        withoutShelf: countOf(''),
        version: shelvesVersion(index),
      },
    }
  }

  return [
    route(contract.getShelves, async () => replyWith(await shelves.read())),
    route(contract.saveShelves, async ({ caller, body, request }, addHeader) => {
      const seen = readIfMatch(request.headers['if-match'], CONTENT_ETAG, 'the shelves')
      const saved = await shelves.save(
        async (before) => {
          const countOf = await countProducts(before)
          return decideShelves(before.shelves, body, ({ slug }) => countOf(slug))
        },
        await authorshipOf(deps, caller),
        seen,
      )
      addHeader('etag', `"${shelvesVersion(saved)}"`)
      return replyWith(saved)
    }),
  ]
}
