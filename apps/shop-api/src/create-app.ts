import { SHOP_API_BASE } from '@nashta/contracts/endpoint'
import { createService, type ServiceOptions } from '@nashta/service-kit/create-service'
import { registerRoutes } from '@nashta/service-kit/routes'
import { type CatalogueDeps, catalogueRoutes } from './catalogue/catalogue-routes.ts'

export type ShopApiDeps = ServiceOptions & CatalogueDeps

export function createApp({ products, ...options }: ShopApiDeps) {
  const app = createService(options)
  registerRoutes(app, SHOP_API_BASE, catalogueRoutes({ products, https: options.https }))
  return app
}
