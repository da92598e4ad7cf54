import * as contract from '@nashta/contracts/orders/desk/courier-cash'
import { requireIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import { authorshipOf } from '../operator-log/logged-change.ts'
import {
  type CourierCashDeps,
  courierCashFile,
  readCourierCash,
  recordCourierPayment,
} from './courier-cash.ts'

/** Cash that couriers have collected, and what they have paid in. */
export function courierCashRoutes(deps: CourierCashDeps): Route[] {
  return [
    route(contract.getCourierCash, async ({ query }) => ({
      data: await readCourierCash(deps, query.cursor),
    })),
    route(contract.getCourierCashTable, async () => courierCashFile(deps)),
    route(contract.recordCourierPayment, async ({ caller, body, request }) => {
      const key = requireIdempotencyKey(request, 'a payment of a courier')
      await recordCourierPayment(deps, caller, key, body)
      return { data: await readCourierCash(deps) }
    }),
    route(contract.undoCourierPayment, async ({ caller, params: { paymentId } }) => {
      await deps.courierCash.undo(paymentId, await authorshipOf(deps, caller))
      return { data: await readCourierCash(deps) }
    }),
  ]
}
