import * as contract from '@nashta/contracts/files/exports'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { type ExportDeps, exportFile } from './exports.ts'

/** Tables that operators save as files. */
export function exportRoutes(deps: ExportDeps): Route[] {
  return [
    route(contract.exportProducts, async () => exportFile(deps, 'products')),
    route(contract.exportOrders, async ({ query }) => exportFile(deps, 'orders', query)),
    route(contract.exportOrderLines, async ({ query }) => exportFile(deps, 'order-lines', query)),
    route(contract.exportStock, async () => exportFile(deps, 'stock')),
    route(contract.exportStockValue, async () => exportFile(deps, 'stock-value')),
    route(contract.exportOffers, async () => exportFile(deps, 'offers')),
    route(contract.exportLog, async ({ query }) => exportFile(deps, 'log', query)),
  ]
}
