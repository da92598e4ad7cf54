import { type Paise, paiseToRupees } from '@nashta/contracts/money'
import type { OrderEdit } from '@nashta/contracts/orders/order-edit'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import { COLLECTED } from '../../delivery/collected.ts'
import { deliveryToAddress } from '../../delivery/delivery-to-address.ts'
import type { PincodeTable } from '../../delivery/pincode-table.ts'
import { statesOfAddress, withStateCode } from '../../delivery/state-of-address.ts'
import { findAppliedOffers, type UsableOffersDeps } from '../../offers/usable-offers.ts'
import { readShopTime } from '../../shop/shop-time.ts'
import { changesNothing } from '../events/edit/edited.ts'
import { assertMayEdit } from '../events/rules/edits.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import { illegalTransition, orderNotFound } from '../order/order-state.ts'
import { orderVersion } from '../order/order-work.ts'
import { isVisible } from '../order/phase.ts'
import type { EditRecord, OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import type { OrderLimits } from '../order/purchase.ts'
import { findLine } from '../order/refunded.ts'
import type { DeskOrderReads } from '../views/desk-order.ts'
import { toEdit } from '../views/shown-edits.ts'
import { changeOrder, type ChangeOrderDeps, orderChanged } from './change-order.ts'
import { planEdit, type WantedOrder } from './plan-edit.ts'

export type EditOrderDeps = ChangeOrderDeps &
  UsableOffersDeps &
  DeskOrderReads & { pincodes: PincodeTable; orderLimits: OrderLimits }

type WantedEdit = WantedOrder & { version: string }
type Edited = { order: OrderRecord; edit: EditRecord }

/** What the edit would change, and the order as it would be. Nothing is stored. */
export async function tryEdit(deps: EditOrderDeps, purchaseId: string, wanted: WantedEdit): Promise<Edited> {
  const order = await deps.purchases.find(purchaseId)
  if (!order || !isVisible(order)) throw orderNotFound()
  if (wanted.version !== orderVersion(order)) throw orderChanged(order)
  const event = await eventOf(deps, order, wanted, 'try')
  const tried = settleOrder(order, event, await readShopTime(deps))
  return withEdit(tried.order, 'try')
}

/**
 * Edits the order. If somebody else has changed it since, or its new total is not the one that the operator
 * has seen, nothing is stored.
 */
export async function saveEdit(
  deps: EditOrderDeps,
  purchaseId: string,
  { caller, key, totalPaise, ...wanted }: WantedEdit & { caller: Caller; key: string; totalPaise: Paise },
): Promise<Edited> {
  const seen = await deps.purchases.find(purchaseId)
  if (!seen || !isVisible(seen)) throw orderNotFound()
  const isDone = seen.edits?.list.some((edit) => edit.key === key)
  if (!isDone && wanted.version !== orderVersion(seen)) throw orderChanged(seen)
  // A repeated request is recognised by its key, and is not priced again.
  const event = isDone ? repeatOf(wanted, key, seen) : await eventOf(deps, seen, wanted, key)
  if (!isDone) await assertTotal(deps, seen, event, totalPaise)
  const change = { caller, seen: wanted.version, makeEvent: () => event }
  const { order } = await changeOrder(deps, purchaseId, change)
  return withEdit(order, key)
}

async function eventOf(
  deps: EditOrderDeps,
  order: OrderRecord,
  wanted: WantedEdit,
  key: string,
): Promise<EditedEvent> {
  assertMayEdit(order)
  const shop = await deps.shop.read()
  const states = statesOfAddress(deps.pincodes, wanted.address)
  const address = withStateCode(wanted.address, states)
  const productIds = wanted.items.map(({ productId }) => productId)
  const newIds = productIds.filter((productId) => !findLine(order, productId))
  const products = newIds.length > 0 ? await deps.products.findMany(newIds) : []
  const content = planEdit(
    order,
    { ...wanted, address },
    {
      shop,
      orderLimits: deps.orderLimits,
      products: new Map(products.map((product) => [product.products_id, product])),
      offers: await findAppliedOffers(deps, order.offers ?? [], productIds),
      delivery: order.fulfilment.isCollected
        ? COLLECTED
        : deliveryToAddress(
            { pincode: address.pincode, states },
            { zones: shop.delivery, pincodes: deps.pincodes },
          ),
      time: await readShopTime(deps),
    },
  )
  return { kind: 'edited', key, request: requestOf(wanted), content }
}

type EditedEvent = Extract<OrderEvent, { kind: 'edited' }>

function repeatOf(wanted: WantedEdit, key: string, content: OrderRecord): EditedEvent {
  return { kind: 'edited', key, request: requestOf(wanted), content }
}

function requestOf({ items, address, shopNote = '', version }: WantedEdit) {
  return contentHash(JSON.stringify([items, address, shopNote, version]))
}

/** Refuses the edit, with the new sums, when its total is not the one that the operator has seen. */
async function assertTotal(deps: EditOrderDeps, order: OrderRecord, event: EditedEvent, shown: Paise) {
  const tried = settleOrder(order, event, await readShopTime(deps))
  const { edit } = withEdit(tried.order, event.key)
  if (edit.totalPaise.after === shown) return
  const details: { edit: OrderEdit; totalAmount: number } = {
    edit: toEdit(edit),
    totalAmount: paiseToRupees(edit.totalPaise.after),
  }
  throw new ServiceError('PRICE_CHANGED', 'The sums have changed. Please look at them again', { details })
}

function withEdit(order: OrderTransition['order'], key: string): Edited {
  const edit = order?.edits?.list.find((each) => each.key === key)
  if (!order || !edit) throw orderNotFound()
  if (changesNothing(edit)) throw illegalTransition('Nothing is changed')
  return { order, edit }
}
