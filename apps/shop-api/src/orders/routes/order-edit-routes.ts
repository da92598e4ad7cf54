import * as contract from '@nashta/contracts/orders/desk/order-edit-calls'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { requireIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import { readDeskOrder } from '../views/desk-order.ts'
import { toEdit } from '../views/shown-edits.ts'
import { changeOrder } from '../work/change-order.ts'
import { type EditOrderDeps, saveEdit, tryEdit } from '../work/edit-order.ts'
import { undoOrCancel } from '../work/undo-or-cancel.ts'

/** The calls by which operators edit an order. Both reply with the same shape. */
export function orderEditRoutes(deps: EditOrderDeps): Route[] {
  async function reply({ order, edit }: Awaited<ReturnType<typeof tryEdit>>, { groups }: Caller) {
    return { data: { edit: toEdit(edit), order: await readDeskOrder(deps, order, groups) } }
  }
  return [
    route(contract.takeBackEdit, async ({ caller, params, body: { editId, version: seen } }) => {
      const { order } = await undoOrCancel((mayUndo) =>
        changeOrder(deps, params.orderId, {
          caller,
          seen,
          makeEvent: () => ({ kind: 'editUndone', because: 'takenBack', editId, mayUndo }),
        }),
      )
      return { data: await readDeskOrder(deps, order, caller.groups) }
    }),
    route(contract.tryOrderEdit, async ({ caller, params, body }) =>
      reply(await tryEdit(deps, params.orderId, body), caller),
    ),
    route(
      contract.editOrder,
      async ({ caller, params, body: { totalAmount: totalPaise, ...body }, request }) => {
        const key = requireIdempotencyKey(request, 'an edit')
        return reply(await saveEdit(deps, params.orderId, { ...body, caller, key, totalPaise }), caller)
      },
    ),
  ]
}
