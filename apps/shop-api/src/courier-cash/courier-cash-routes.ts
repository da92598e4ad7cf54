import { calendarDay } from '@nashta/contracts/dates'
import { asPaise, paiseToRupees, rupeesToPaise } from '@nashta/contracts/money'
import * as contract from '@nashta/contracts/orders/desk/courier-cash'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { requireIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { type Cell, writeCsv } from '../files/csv.ts'
import { type AuthorshipDeps, authorshipOf, nameOf } from '../operator-log/logged-change.ts'
import { parcelsOf } from '../orders/events/rules/parcels.ts'
import { type OwedCash, paidOf } from '../orders/order/cash-owed.ts'
import { phaseOf } from '../orders/order/phase.ts'
import type { OrderRecord, PurchaseStore } from '../orders/order/purchase-store.ts'
import type { CourierCashStore, PaidLine, StoredPayment } from './courier-cash-store.ts'

export type CourierCashDeps = AuthorshipDeps & { courierCash: CourierCashStore; purchases: PurchaseStore }

/** So many open orders are shown at most. */
const OWED_MAX = 500
const READ_AT_ONCE = 25
const NO_COURIER = 'Not named'

type OpenOrder = { owed: OwedCash; order: OrderRecord }

/** Cash that couriers have collected, and what they have paid in. */
export function courierCashRoutes(deps: CourierCashDeps): Route[] {
  const { courierCash } = deps

  async function readOpen(limit?: number): Promise<OpenOrder[]> {
    const listed = await courierCash.listOwed(limit)
    const open: OpenOrder[] = []
    for (let start = 0; start < listed.length; start += READ_AT_ONCE) {
      const slice = listed.slice(start, start + READ_AT_ONCE)
      const orders = await Promise.all(slice.map(({ purchaseId }) => deps.purchases.find(purchaseId)))
      for (const [index, owed] of slice.entries()) {
        const order = orders[index]
        if (order) open.push({ owed, order })
      }
    }
    return open
  }

  async function readPage() {
    const [open, payments] = await Promise.all([readOpen(OWED_MAX), courierCash.listPayments()])
    const orders = open.map(toOwedOrder)
    return {
      data: {
        couriers: sumByCourier(orders),
        orders,
        hasMore: open.length === OWED_MAX,
        payments: payments.map(toPayment),
      },
    }
  }

  return [
    route(contract.getCourierCash, readPage),
    route(contract.getCourierCashTable, async () => {
      const bytes = Buffer.from(writeCsv(HEADER, (await readOpen()).map(rowOf)))
      return { bytes, fileName: `courier-cash-${calendarDay(deps.now())}.csv` }
    }),
    route(contract.recordCourierPayment, async ({ caller, body, request }) => {
      const key = requireIdempotencyKey(request, 'a payment of a courier')
      const { courier, day, amount, reference, lines } = body
      // All of them: a courier may pay for the newest.
      const idOf = idsByNumber(await readOpen())
      const paid = lines.map(({ number, amount: rupees }): PaidLine => {
        const orderId = idOf.get(normalised(number))
        const paise = signedPaise(rupees)
        return orderId === undefined ? { number, paise } : { orderId, paise }
      })
      await courierCash.record(key, contentHash(JSON.stringify(body)), {
        courier,
        day,
        amountPaise: rupeesToPaise(amount),
        ...(reference && { reference }),
        authorship: await authorshipOf(deps, caller),
        lines: paid,
      })
      return readPage()
    }),
    route(contract.undoCourierPayment, async ({ caller, params: { paymentId } }) => {
      await courierCash.undo(paymentId, await authorshipOf(deps, caller))
      return readPage()
    }),
  ]
}

/** Below zero for what the courier has kept back of another order. */
function signedPaise(rupees: number) {
  return asPaise(Math.round(rupees * 100))
}

function normalised(number: string) {
  return number.replace(/^#/, '').toUpperCase()
}

/** The open orders by the tracking numbers of their parcels, and by their own numbers. */
function idsByNumber(open: readonly OpenOrder[]): Map<string, string> {
  return new Map(
    open.flatMap(({ order }) => {
      const numbers = parcelsOf(order).flatMap(({ trackingNumber }) => trackingNumber ?? [])
      return [...numbers, orderNumber(order.purchaseId)].map((number) => [
        normalised(number),
        order.purchaseId,
      ])
    }),
  )
}

function toOwedOrder({ owed, order }: OpenOrder): contract.OwedOrder {
  const { courier = NO_COURIER, trackingNumber } = parcelsOf(order).at(-1) ?? {}
  return {
    orderId: order.purchaseId,
    courier,
    ...(trackingNumber !== undefined && { trackingNumber }),
    shippedAt: owed.since,
    isDelivered: phaseOf(order).name === 'delivered',
    hasComeBack: owed.totalPaise === 0,
    amount: paiseToRupees(owed.totalPaise),
    paid: paiseToRupees(paidOf(owed)),
  }
}

function sumByCourier(orders: readonly contract.OwedOrder[]) {
  return Array.from(
    Map.groupBy(orders, ({ courier }) => courier),
    ([courier, ofCourier]) => {
      const paise = ofCourier.reduce(
        (sum, { amount, paid }) => sum + rupeesToPaise(amount) - rupeesToPaise(paid),
        0,
      )
      return { courier, orders: ofCourier.length, owed: paiseToRupees(asPaise(paise)) }
    },
  )
}

function toPayment(payment: StoredPayment): contract.CourierPayment {
  const { paymentId, courier, day, amountPaise, reference, authorship, lines, undoneAt } = payment
  return {
    paymentId,
    courier,
    day,
    amount: paiseToRupees(amountPaise),
    ...(reference !== undefined && { reference }),
    by: nameOf(authorship),
    at: authorship.at,
    ...(undoneAt !== undefined && { undoneAt }),
    lines: lines.map(toLine),
  }
}

function toLine({ orderId, number, paise, owedPaise }: PaidLine): contract.CourierPayment['lines'][number] {
  return {
    ...(orderId !== undefined && { orderId }),
    number: number ?? orderNumber(orderId ?? ''),
    amount: paiseToRupees(paise),
    ...(owedPaise !== undefined && { owed: paiseToRupees(owedPaise) }),
  }
}

const HEADER = ['Order', 'Courier', 'Tracking number', 'Handed over', 'Delivered', 'Cash', 'Paid in', 'Open']

function rowOf(open: OpenOrder): Cell[] {
  const { orderId, courier, trackingNumber = '', shippedAt, isDelivered, amount, paid } = toOwedOrder(open)
  const rest = paiseToRupees(asPaise(rupeesToPaise(amount) - rupeesToPaise(paid)))
  return [
    `#${orderNumber(orderId)}`,
    courier,
    trackingNumber,
    shippedAt,
    isDelivered ? 'yes' : 'no',
    amount,
    paid,
    rest,
  ]
}
