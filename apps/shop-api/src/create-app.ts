import { SHOP_API_BASE } from '@nashta/contracts/endpoint'
import type { Authorise } from '@nashta/service-kit/authorise'
import { createService, type ServiceOptions } from '@nashta/service-kit/create-service'
import { registerRoutes } from '@nashta/service-kit/routes'
import { type CatalogueDeps, catalogueRoutes } from './catalogue/catalogue-routes.ts'

export type ShopApiDeps = ServiceOptions & CatalogueDeps & { authorise: Authorise }

export function createApp({ authorise, ...deps }: ShopApiDeps) {
  const app = createService(deps)
  registerRoutes(app, [...catalogueRoutes(deps)], { base: SHOP_API_BASE, authorise })
  return app
}
