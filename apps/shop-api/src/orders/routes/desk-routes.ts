import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { mayCall, seesEverything } from '@nashta/contracts/api/operator-roles'
import * as demoSnacks from '@nashta/contracts/catalogue/demo-snacks'
import { paiseToRupees } from '@nashta/contracts/money'
import { ACTION_ENDPOINTS } from '@nashta/contracts/orders/desk/action-endpoints'
import {
  type BulkAction,
  type BulkResult,
  bulkOrders,
  printOrders,
} from '@nashta/contracts/orders/desk/bulk-orders'
import { type DeskOrder, getOrderForDesk, type WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { listOrders, listPackQueue, PACK_QUEUE_MAX } from '@nashta/contracts/orders/desk/order-list'
import { getToday } from '@nashta/contracts/orders/desk/today'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { type Representation, representLazily } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { DemoMark } from '../../catalogue/demo-mark.ts'
import type { ShopStore } from '../../shop/shop-store.ts'
import type { TicketStore } from '../../tickets/ticket-store.ts'
import type { OrderEvent } from '../events/settle-order.ts'
import { orderNotFound } from '../order/order-state.ts'
import type { OrderTakingDeps } from '../order/order-taking.ts'
import { isVisible } from '../order/phase.ts'
import type { OrderRecord } from '../order/purchase-store.ts'
import type { AllOrders } from '../search/all-orders.ts'
import {
  type DeskOrderReads,
  type Groups,
  readDeskOrder,
  seesPerson,
  toOrderRow,
} from '../views/desk-order.ts'
import { readToday } from '../views/today.ts'
import { changeOrder, type ChangeOrderDeps } from '../work/change-order.ts'
import { type ParcelInput, withTrackingUrl } from '../work/parcel-input.ts'
import { removeDemoSnacks } from '../work/remove-demo-snacks.ts'

export type DeskOrderDeps = ChangeOrderDeps &
  OrderTakingDeps &
  DeskOrderReads & {
    shop: ShopStore
    allOrders: AllOrders
    tickets: TicketStore
    https: boolean
    demoMark: DemoMark
    sendsMail: () => Promise<boolean>
  }

export function deskOrderRoutes(deps: DeskOrderDeps): Route[] {
  return [
    route(listOrders, async ({ caller, query }) => withEtag(deps, await readOrderPage(deps, caller, query))),
    route(listPackQueue, async () => ({
      data: { orderIds: await deps.allOrders.oldestToPack(PACK_QUEUE_MAX) },
    })),
    route(printOrders, async ({ caller, query }) => ({
      data: { documents: await readPrintDocuments(deps, caller, query.ids) },
    })),
    route(getOrderForDesk, async ({ caller, params }) => {
      const order = await deps.purchases.find(params.orderId)
      if (!order || !isVisible(order)) throw orderNotFound()
      return withEtag(deps, await readDeskOrder(deps, order, caller.groups))
    }),
    route(bulkOrders, async ({ caller, body }) => ({
      data: { results: await changeMany(deps, caller, body) },
    })),
    route(demoSnacks.removeDemoSnacks, async ({ caller }) => ({
      data: await removeDemoSnacks(deps, caller),
    })),
    route(getToday, async ({ caller }) => withEtag(deps, await readToday(deps, caller.groups))),
  ]
}

type ListQuery = {
  limit: number
  cursor?: string | undefined
  from?: string | undefined
  until?: string | undefined
  work?: WorkState | undefined
  orderStatus?: string | undefined
  payment?: string | undefined
  method?: string | undefined
  state?: string | undefined
  product?: string | undefined
  search?: string | undefined
}

async function readOrderPage(
  { allOrders }: DeskOrderDeps,
  { groups }: Caller,
  { limit, cursor, from, until, ...filter }: ListQuery,
) {
  const isPacker = !seesEverything(groups)
  const isPackersList = filter.work === 'pack' || filter.work === 'handOver'
  if (isPacker && !isPackersList)
    throw new ServiceError(
      'VALIDATION_FAILED',
      'query.work: your role lists orders to pack and to hand over only',
    )
  if (isPacker && (filter.payment !== undefined || filter.method !== undefined))
    throw new ServiceError('VALIDATION_FAILED', 'query: your role does not see how orders are paid')
  if (isPacker && filter.search?.includes('@'))
    throw new ServiceError('VALIDATION_FAILED', 'query.search: your role does not see e-mail addresses')
  const times = {
    from: from === undefined ? from : new Date(from),
    until: until === undefined ? until : new Date(until),
  }
  const page = await allOrders.list(
    // Without the flag, a search for `asha.k` would also find the orders of asha.k@example.com.
    { ...filter, ...times, searchSkipsEmail: isPacker },
    { limit, cursor },
  )
  return { orders: page.orders.map((order) => toOrderRow(order, groups)), nextCursor: page.next }
}

/** Returns documents in the order of `ids`, without orders that the caller may not print. */
async function readPrintDocuments(deps: DeskOrderDeps, caller: Caller, ids: readonly string[]) {
  const documents = []
  for (const id of new Set(ids)) {
    const order = await deps.purchases.find(id)
    const mayPrint = order && isVisible(order) && seesPerson(order, caller.groups)
    if (mayPrint) documents.push(toPrintDocument(order, await readDeskOrder(deps, order, caller.groups)))
  }
  return documents
}

/**
 * The data of a slip and a label. Packers get the amount to collect too, although they see no other
 * amount: a label without it would look as if the order were paid.
 */
function toPrintDocument(order: OrderRecord, deskOrder: DeskOrder) {
  return {
    order: deskOrder,
    address: order.shippingAddress,
    ...(order.payment.state === 'due' && { collect: paiseToRupees(order.totalPaise) }),
  }
}

type BulkBody = {
  action: BulkAction
  orderIds: readonly string[]
  versions?: Readonly<Record<string, string>> | undefined
  courier?: string | undefined
  parcels?: Readonly<Record<string, ParcelInput>> | undefined
}

/** The call of one order, for each bulk action. */
const BULK_ENDPOINTS: Record<BulkAction, Endpoint> = {
  ...ACTION_ENDPOINTS,
  track: ACTION_ENDPOINTS.parcel,
  printed: printOrders,
}

async function changeMany(deps: DeskOrderDeps, caller: Caller, body: BulkBody) {
  // A role may do in bulk what it may do for one order.
  const endpoint = BULK_ENDPOINTS[body.action]
  if (!mayCall(caller.groups, endpoint))
    throw new ServiceError('VALIDATION_FAILED', 'body.action: your role does not include this')
  const shop = await deps.shop.read()
  const results = []
  for (const purchaseId of new Set(body.orderIds)) {
    const event = eventOf(body, { purchaseId, shop, groups: caller.groups })
    results.push(await changeOne(deps, caller, purchaseId, { event, version: body.versions?.[purchaseId] }))
  }
  return results
}

async function changeOne(
  deps: DeskOrderDeps,
  caller: Caller,
  purchaseId: string,
  { event, version }: { event: OrderEvent; version: string | undefined },
) {
  try {
    const { order, isChanged } = await changeOrder(deps, purchaseId, {
      caller,
      seen: version,
      makeEvent: () => event,
    })
    const result: BulkResult = isChanged ? 'done' : 'unchanged'
    return { purchaseId, result, order: toOrderRow(order, caller.groups) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const order = await deps.purchases.find(purchaseId)
    const result: BulkResult = 'refused'
    const row = order && isVisible(order) ? { order: toOrderRow(order, caller.groups) } : {}
    return { purchaseId, result, message: error.message, ...row }
  }
}

type BulkTarget = { purchaseId: string; shop: Shop; groups: Groups }

function eventOf(
  { action, courier, parcels }: BulkBody,
  { purchaseId, shop, groups }: BulkTarget,
): OrderEvent {
  if (action === 'confirm') return { kind: 'confirmedByHand', seen: null }
  if (action === 'pack') return { kind: 'packed' }
  if (action === 'unpack') return { kind: 'unpacked' }
  if (action === 'deliver') return { kind: 'delivered' }
  if (action === 'printed') return { kind: 'printed', isByPacker: !seesEverything(groups) }
  action satisfies 'ship' | 'track'
  const input = parcels?.[purchaseId] ?? (courier === undefined ? undefined : { courier })
  if (input === undefined) throw new ServiceError('VALIDATION_FAILED', 'body.courier: is needed to ship')
  const parcel = withTrackingUrl(shop, input)
  return action === 'ship' ? { kind: 'shipped', parcel } : { kind: 'parcelSaved', parcel }
}

/** The desk polls these routes. The ETag makes an unchanged response a 304 without a body. */
function withEtag({ https }: DeskOrderDeps, data: unknown): Representation {
  return representLazily({
    content: JSON.stringify({ data }),
    contentType: 'application/json; charset=utf-8',
    headers: dataHeaders({ https }),
  })
}
