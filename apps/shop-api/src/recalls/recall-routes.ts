import * as contract from '@nashta/contracts/stock/recalls'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { logFileOfPeople } from '../operator-log/log-file.ts'
import { type AuthorshipDeps, authorshipOf } from '../operator-log/logged-change.ts'
import type { OperatorLog } from '../operator-log/operator-log.ts'
import { blockBatch } from './block-batch.ts'
import { buyersTable, type BuyersDeps, findProductAndBatch, readBuyers } from './buyers.ts'
import type { RecallDeps } from './run-recalls.ts'

export type RecallRoutesDeps = AuthorshipDeps & BuyersDeps & RecallDeps & { operatorLog: OperatorLog }

/** Who got a batch, and its recall. */
export function recallRoutes(deps: RecallRoutesDeps): Route[] {
  return [
    route(contract.getBatchBuyers, async ({ params: { id }, query: { batch } }) => ({
      data: await readBuyers(deps, id, batch),
    })),
    route(contract.getBatchBuyersTable, async ({ caller, params: { id }, query: { batch } }) => {
      const bytes = Buffer.from(await buyersTable(deps, id, batch))
      await logFileOfPeople(deps, caller, `batch ${batch} of ${id}`)
      return { bytes, fileName: 'batch.csv' }
    }),
    route(contract.recallBatch, async ({ caller, params: { id }, body: { batch, reason, advice } }) => {
      const { product } = await findProductAndBatch(deps, id, batch)
      const authorship = await authorshipOf(deps, caller)
      const { products_id: productsId, name: productName } = product
      // From here on `runRecalls` finishes the recall, also if this process dies now.
      await deps.recalls.begin({ productsId, productName, batch, reason, advice, authorship })
      await blockBatch(deps, { productsId, batch, authorship })
      return { data: await readBuyers(deps, id, batch) }
    }),
  ]
}
