import { calendarDay } from '@nashta/contracts/dates'
import { asPaise, paiseToRupees, rupeesToPaise } from '@nashta/contracts/money'
import type * as contract from '@nashta/contracts/orders/desk/courier-cash'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { type Cell, writeCsv } from '../files/csv.ts'
import { type AuthorshipDeps, authorshipOf, nameOf } from '../operator-log/logged-change.ts'
import { parcelsOf } from '../orders/events/rules/parcels.ts'
import { type OwedCash, paidOf } from '../orders/order/cash-owed.ts'
import { phaseOf } from '../orders/order/phase.ts'
import type { OrderRecord, PurchaseStore } from '../orders/order/purchase-store.ts'
import type { CourierCashStore, PaidLine, StoredPayment } from './courier-cash-store.ts'

export type CourierCashDeps = AuthorshipDeps & { courierCash: CourierCashStore; purchases: PurchaseStore }

/** At most this many open orders are shown. */
const OWED_MAX = 500
const READ_AT_ONCE = 25
const NO_COURIER = 'Not named'

/** An order whose cash a courier has not paid in full. */
type OpenOrder = { owed: OwedCash; order: OrderRecord }

async function readOpen({ courierCash, purchases }: CourierCashDeps, limit?: number): Promise<OpenOrder[]> {
  const listed = await courierCash.listOwed(limit)
  const open: OpenOrder[] = []
  for (let start = 0; start < listed.length; start += READ_AT_ONCE) {
    const slice = listed.slice(start, start + READ_AT_ONCE)
    const orders = await Promise.all(slice.map(({ purchaseId }) => purchases.find(purchaseId)))
    for (const [index, owed] of slice.entries()) {
      const order = orders[index]
      if (order) open.push({ owed, order })
    }
  }
  return open
}

export async function readCourierCash(deps: CourierCashDeps) {
  const [open, payments] = await Promise.all([readOpen(deps, OWED_MAX), deps.courierCash.listPayments()])
  const orders = open.map(toOwedOrder)
  return {
    couriers: sumByCourier(orders),
    orders,
    hasMore: open.length === OWED_MAX,
    payments: payments.map(toPayment),
  }
}

/** All open orders as a file. */
export async function courierCashFile(deps: CourierCashDeps) {
  const bytes = Buffer.from(writeCsv(HEADER, (await readOpen(deps)).map(rowOf)))
  return { bytes, fileName: `courier-cash-${calendarDay(deps.now())}.csv` }
}

type PaymentInput = {
  courier: string
  day: string
  amount: number
  reference?: string | undefined
  lines: readonly { number: string; amount: number }[]
}

/** Records a payment of a courier, once for each key. Its lines name orders by their own or their tracking numbers. */
export async function recordCourierPayment(
  deps: CourierCashDeps,
  caller: Caller,
  key: string,
  input: PaymentInput,
) {
  const { courier, day, amount, reference, lines } = input
  // The payment may be for any open order, so all of them are read.
  const idOf = idsByNumber(await readOpen(deps))
  await deps.courierCash.record(key, contentHash(JSON.stringify(input)), {
    courier,
    day,
    amountPaise: rupeesToPaise(amount),
    ...(reference && { reference }),
    authorship: await authorshipOf(deps, caller),
    lines: lines.map(({ number, amount: rupees }): PaidLine => {
      const orderId = idOf.get(normalised(number))
      const paise = signedPaise(rupees)
      return orderId === undefined ? { number, paise } : { orderId, paise }
    }),
  })
}

/** An amount is negative when the courier has deducted it for another order. */
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
