import * as contract from '@nashta/contracts/catalogue/product'
import * as grid from '@nashta/contracts/catalogue/product-grid'
import * as writes from '@nashta/contracts/catalogue/product-writes'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { readIfMatch, readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import { CONTENT_ETAG } from '@nashta/service-kit/responses/representation'
import { readGrid, saveGrid } from './admin/product-grid.ts'
import {
  createProduct,
  deleteProduct,
  updateProduct,
  type WriteProductsDeps,
} from './admin/write-products.ts'
import type { InMemoryCatalogue } from './in-memory-catalogue.ts'
import {
  createListResponse,
  createProductPages,
  createProductResponses,
  type GetProductDeps,
  readProducts,
} from './product-responses.ts'
import { productNotFound } from './product-store.ts'
import { productVersion, toProduct, versionExceptStock } from './product.ts'

export type CatalogueDeps = GetProductDeps & WriteProductsDeps & Pick<ServiceOptions, 'sharedCacheSeconds'>

export function catalogueRoutes(deps: CatalogueDeps, catalogue: InMemoryCatalogue): Route[] {
  const list = createListResponse({ ...deps, catalogue })
  const representPage = createProductPages({ ...deps, catalogue })
  const product = createProductResponses(deps)

  return [
    readRoute(contract.listProducts, async ({ query }) => readProducts(catalogue, query), {
      represent: async ({ query }) =>
        Object.keys(query).length === 0 ? list.representList() : representPage(query),
      precomputed: list.precomputed,
    }),
    readRoute(contract.getProduct, async ({ params }) => ({ data: await product.read(params.id) }), {
      represent: async ({ params }) => product.representProduct(params.id),
      precomputed: product.precomputed,
    }),
    route(grid.readGrid, async ({ query }) => ({ data: await readGrid(deps, query) })),
    route(grid.saveGrid, async ({ caller, body }) => ({ data: await saveGrid(deps, caller, body.rows) })),
    route(grid.getProductForDesk, async ({ params }) => {
      const found = await deps.products.findWithDrafts(params.id)
      if (!found) throw productNotFound()
      // An operator may edit the product for minutes, in which sales change its stock.
      const [version, versionWithStock] = [versionExceptStock(found), productVersion(found)]
      return { data: { product: toProduct(found), version, versionWithStock } }
    }),
    route(writes.createProduct, async ({ caller, body }) => ({
      data: await createProduct(deps, caller, body),
    })),
    route(writes.updateProduct, async ({ caller, params, body, request }, addHeader) => {
      const ifVersion = readIfMatch(request.headers['if-match'], CONTENT_ETAG, 'a product')
      const updated = await updateProduct(deps, caller, params.id, body, ifVersion)
      addHeader('etag', `"${productVersion(updated)}"`)
      return { data: toProduct(updated) }
    }),
    route(writes.deleteProduct, async ({ caller, params }) => ({
      data: await deleteProduct(deps, caller, params.id),
    })),
  ]
}
