import * as contract from '@nashta/contracts/catalogue/product'
import { readIfMatch } from '@nashta/service-kit/http/if-match'
import { readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import { createProduct, type CreateProductDeps } from './create-product.ts'
import { deleteProduct, type DeleteProductDeps } from './delete-product.ts'
import { createProductAnswers, type GetProductDeps } from './get-product.ts'
import { createProductList } from './list-products.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import { createProductPages, readProducts } from './product-pages.ts'
import { productVersion } from './product-version.ts'
import { toProduct } from './product.ts'
import { updateProduct, type UpdateProductDeps } from './update-product.ts'

export type CatalogueDeps = GetProductDeps & CreateProductDeps & UpdateProductDeps & DeleteProductDeps

/** Whichever form of the product the client was sent. */
const PRODUCT_TAG = /^"([\w-]{22})(?:-br|-gzip)?"$/

export function catalogueRoutes(deps: CatalogueDeps, catalogue: LiveCatalogue): Route[] {
  const list = createProductList({ ...deps, catalogue })
  const productPage = createProductPages({ ...deps, catalogue })
  const one = createProductAnswers(deps)

  return [
    readRoute(contract.listProducts, async ({ query }) => readProducts(await catalogue.current(), query), {
      represent: async ({ query }) =>
        Object.keys(query).length === 0 ? list.listProducts() : productPage(query),
      atHand: list.atHand,
    }),
    readRoute(contract.getProduct, async ({ params }) => ({ data: await one.readProduct(params.id) }), {
      represent: async ({ params }) => one.getProduct(params.id),
      atHand: one.atHand,
    }),
    route(contract.createProduct, async ({ caller, body }) => ({
      data: await createProduct(deps, caller, body),
    })),
    route(contract.updateProduct, async ({ caller, params, body, request }, addHeader) => {
      const ifVersion = readIfMatch(request.headers['if-match'], PRODUCT_TAG, 'a product')
      const product = await updateProduct(deps, caller, params.id, body, ifVersion)
      addHeader('etag', `"${productVersion(product)}"`)
      return { data: toProduct(product) }
    }),
    route(contract.deleteProduct, async ({ caller, params }) => ({
      data: await deleteProduct(deps, caller, params.id),
    })),
  ]
}
