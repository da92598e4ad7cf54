import * as contract from '@nashta/contracts/files/exports'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { logFileOfPeople } from '../operator-log/log-file.ts'
import type { AuthorshipDeps } from '../operator-log/logged-change.ts'
import type { ExportDeps } from './export-table.ts'
import { exportFile } from './exports.ts'

/** Tables that operators save as files. */
export function exportRoutes(deps: ExportDeps & AuthorshipDeps): Route[] {
  return [
    route(contract.exportProducts, async () => exportFile(deps, 'products')),
    route(contract.exportOrders, async ({ caller, query }) => {
      await logFileOfPeople(deps, caller, 'orders')
      return exportFile(deps, 'orders', query)
    }),
    route(contract.exportOrderLines, async ({ query }) => exportFile(deps, 'order-lines', query)),
    route(contract.exportStock, async () => exportFile(deps, 'stock')),
    route(contract.exportStockValue, async () => exportFile(deps, 'stock-value')),
    route(contract.exportOffers, async () => exportFile(deps, 'offers')),
    route(contract.exportLog, async ({ query }) => exportFile(deps, 'log', query)),
  ]
}
