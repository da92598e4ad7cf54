import { importProducts } from '@nashta/contracts/catalogue/import-products'
import * as contract from '@nashta/contracts/catalogue/product'
import * as grid from '@nashta/contracts/catalogue/product-grid'
import * as writes from '@nashta/contracts/catalogue/product-writes'
import { undoProducts } from '@nashta/contracts/catalogue/undo-products'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { readIfMatch, readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import { CONTENT_ETAG } from '@nashta/service-kit/responses/representation'
import type { OperatorLog } from '../operator-log/operator-log.ts'
import { readGrid, saveGrid } from './admin/product-grid.ts'
import {
  createProduct,
  deleteProduct,
  updateProduct,
  type WriteProductsDeps,
} from './admin/write-products.ts'
import { importRows } from './files/import-rows.ts'
import { undoChanges } from './files/undo-changes.ts'
import type { InMemoryCatalogue } from './in-memory-catalogue.ts'
import {
  createListResponse,
  createProductPages,
  createProductResponses,
  type GetProductDeps,
  type ReadProductsDeps,
  readProducts,
} from './product-responses.ts'
import { productNotFound } from './product-store.ts'
import { productVersion, toDeskProduct, versionExceptStock } from './product.ts'

export type CatalogueDeps = GetProductDeps &
  WriteProductsDeps &
  Omit<ReadProductsDeps, 'catalogue'> & { operatorLog: OperatorLog } & Pick<
    ServiceOptions,
    'sharedCacheSeconds'
  >

export function catalogueRoutes(deps: CatalogueDeps, catalogue: InMemoryCatalogue): Route[] {
  const listResponse = createListResponse({ ...deps, catalogue })
  const representPage = createProductPages({ ...deps, catalogue })
  const productResponses = createProductResponses(deps)

  return [
    readRoute(contract.listProducts, async ({ query }) => readProducts({ ...deps, catalogue }, query), {
      represent: async ({ query }) =>
        Object.keys(query).length === 0 ? listResponse.representList() : representPage(query),
      precomputed: listResponse.precomputed,
    }),
    readRoute(contract.getProduct, async ({ params }) => ({ data: await productResponses.read(params.id) }), {
      represent: async ({ params }) => productResponses.representProduct(params.id),
      precomputed: productResponses.precomputed,
    }),
    route(grid.readGrid, async ({ query }) => ({ data: await readGrid(deps, query) })),
    route(grid.saveGrid, async ({ caller, body }) => ({ data: await saveGrid(deps, caller, body.rows) })),
    route(importProducts, async ({ caller, body }) => ({
      data: { rows: await importRows(deps, caller, body) },
    })),
    route(undoProducts, async ({ caller, body }) => ({
      data: { rows: await undoChanges(deps, caller, body.changes) },
    })),
    route(grid.getProductForDesk, async ({ params }) => {
      const found = await deps.products.findWithDrafts(params.id)
      if (!found) throw productNotFound()
      return {
        data: {
          product: toDeskProduct(found, await deps.shelves.read()),
          // A sale changes only `versionWithStock`, so it does not disturb an operator who edits
          // other fields than the stock.
          version: versionExceptStock(found),
          versionWithStock: productVersion(found),
        },
      }
    }),
    route(writes.createProduct, async ({ caller, body }) => ({
      data: await createProduct(deps, caller, body),
    })),
    route(writes.updateProduct, async ({ caller, params, body, request }, addHeader) => {
      const seen = readIfMatch(request.headers['if-match'], CONTENT_ETAG, 'a product')
      const updated = await updateProduct(deps, caller, params.id, body, seen)
      addHeader('etag', `"${productVersion(updated)}"`)
      return { data: toDeskProduct(updated, deps.shelves.current()) }
    }),
    route(writes.deleteProduct, async ({ caller, params }) => ({
      data: await deleteProduct(deps, caller, params.id),
    })),
  ]
}
