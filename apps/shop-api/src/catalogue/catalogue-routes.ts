import * as contract from '@nashta/contracts/product'
import { sendRepresentation } from '@nashta/service-kit/representation'
import { type Route, route } from '@nashta/service-kit/routes'
import { createProduct, type CreateProductDeps } from './create-product.ts'
import { deleteProduct, type DeleteProductDeps } from './delete-product.ts'
import { createProductAnswers, type GetProductDeps } from './get-product.ts'
import { createProductList } from './list-products.ts'
import { createLiveCatalogue, type LiveCatalogueDeps } from './live-catalogue.ts'
import { createProductPages } from './product-pages.ts'
import { updateProduct, type UpdateProductDeps } from './update-product.ts'

export type CatalogueDeps = GetProductDeps &
  LiveCatalogueDeps &
  CreateProductDeps &
  UpdateProductDeps &
  DeleteProductDeps

export function catalogueRoutes(deps: CatalogueDeps): Route[] {
  const catalogue = createLiveCatalogue(deps)
  const listProducts = createProductList({ ...deps, catalogue })
  const productPage = createProductPages({ ...deps, catalogue })
  const getProduct = createProductAnswers(deps)

  return [
    route(contract.listProducts, async ({ request, query }, reply) => {
      const isPlain = Object.keys(query).length === 0
      return sendRepresentation(request, reply, isPlain ? await listProducts() : await productPage(query))
    }),
    route(contract.getProduct, async ({ request, params }, reply) =>
      sendRepresentation(request, reply, await getProduct(params.id)),
    ),
    route(contract.createProduct, async ({ caller, body }) => ({
      data: await createProduct(deps, caller, body),
    })),
    route(contract.updateProduct, async ({ caller, params, body }) => ({
      data: await updateProduct(deps, caller, params.id, body),
    })),
    route(contract.deleteProduct, async ({ caller, params }) => ({
      data: await deleteProduct(deps, caller, params.id),
    })),
  ]
}
