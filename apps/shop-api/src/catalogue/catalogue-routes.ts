import * as contract from '@nashta/contracts/product'
import { sendRepresentation } from '@nashta/service-kit/representation'
import { type Route, route } from '@nashta/service-kit/routes'
import { getProduct, type GetProductDeps } from './get-product.ts'
import { createProductList, type ListProductsDeps } from './list-products.ts'

export type CatalogueDeps = GetProductDeps & ListProductsDeps

export function catalogueRoutes(deps: CatalogueDeps): Route[] {
  const listProducts = createProductList(deps)

  return [
    route(contract.listProducts, async ({ request }, reply) =>
      sendRepresentation(request, reply, await listProducts()),
    ),
    route(contract.getProduct, async ({ params }) => ({ data: await getProduct(deps, params.id) })),
  ]
}
