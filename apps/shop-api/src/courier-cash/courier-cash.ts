import { calendarDay } from '@nashta/contracts/dates'
import { asPaise, paiseToRupees, rupeesToPaise } from '@nashta/contracts/money'
import type * as contract from '@nashta/contracts/orders/desk/courier-cash'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { dayCell, rowsOfPages, yesOrNo } from '../exports/export-table.ts'
import { type Cell, writeCsvInPieces } from '../files/csv.ts'
import { type AuthorshipDeps, authorshipOf, nameOf } from '../operator-log/logged-change.ts'
import { parcelsOf } from '../orders/events/rules/parcels.ts'
import { normalisedNumber, type OwedCash, paidOf } from '../orders/order/cash-owed.ts'
import { phaseOf } from '../orders/order/phase.ts'
import type { OrderRecord, PurchaseStore } from '../orders/order/purchase-store.ts'
import type { AllOrders } from '../orders/search/all-orders.ts'
import type { CourierCashStore, PaidLine, StoredPayment } from './courier-cash-store.ts'

export type CourierCashDeps = AuthorshipDeps & {
  courierCash: CourierCashStore
  purchases: PurchaseStore
  allOrders: AllOrders
}

const PAGE_SIZE = 100
const READ_AT_ONCE = 25
const NO_COURIER = 'Not named'

/** An order whose cash a courier has not paid in full. */
type OpenOrder = { owed: OwedCash; order: OrderRecord }

async function readOpen({ courierCash, purchases }: CourierCashDeps, cursor?: string) {
  const { owed, next } = await courierCash.listOwed({ limit: PAGE_SIZE, cursor })
  const orders = await inGroups(owed, ({ purchaseId }) => purchases.find(purchaseId))
  const open = owed.flatMap((each, index): OpenOrder[] => {
    const order = orders[index]
    return order ? [{ owed: each, order }] : []
  })
  return { rows: open, next }
}

/** Does the work for some of the items at a time. */
async function inGroups<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += READ_AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + READ_AT_ONCE).map(work))))
  return results
}

export async function readCourierCash(deps: CourierCashDeps, cursor?: string) {
  const [open, sums, payments] = await Promise.all([
    readOpen(deps, cursor),
    deps.courierCash.readSums(),
    deps.courierCash.listPayments(),
  ])
  return {
    couriers: sums
      .toSorted((one, other) => other.paise - one.paise)
      .map(({ courier, orders, paise }) => ({
        courier: courier || NO_COURIER,
        orders,
        owed: paiseToRupees(asPaise(paise)),
      })),
    orders: open.rows.map(toOwedOrder),
    nextCursor: open.next,
    payments: payments.map(toPayment),
  }
}

/** All open orders as a file, which is sent while they are read. */
export function courierCashFile(deps: CourierCashDeps) {
  const rows = rowsOfPages((cursor) => readOpen(deps, cursor))
  return {
    pieces: writeCsvInPieces(HEADER, toCells(rows)),
    fileName: `courier-cash-${calendarDay(deps.now())}.csv`,
  }
}

async function* toCells(rows: AsyncIterable<OpenOrder>): AsyncGenerator<Cell[]> {
  for await (const open of rows) yield cellsOf(open)
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
  const numbers = [...new Set(lines.map(({ number }) => normalisedNumber(number)))]
  const ids = await inGroups(numbers, (number) => findOpenOrder(deps, number))
  const idOf = new Map(numbers.map((number, index) => [number, ids[index]]))
  await deps.courierCash.record(key, contentHash(JSON.stringify(input)), {
    courier,
    day,
    amountPaise: rupeesToPaise(amount),
    ...(reference && { reference }),
    authorship: await authorshipOf(deps, caller),
    lines: lines.map(({ number, amount: rupees }): PaidLine => {
      const orderId = idOf.get(normalisedNumber(number))
      const paise = signedPaise(rupees)
      return orderId === undefined ? { number, paise } : { orderId, paise }
    }),
  })
}

/** An amount is negative when the courier has deducted it for another order. */
function signedPaise(rupees: number) {
  return asPaise(Math.round(rupees * 100))
}

/** The newest open order that has this number itself, or on a parcel. */
async function findOpenOrder({ courierCash, allOrders }: CourierCashDeps, number: string) {
  const [named, { orders }] = await Promise.all([
    courierCash.findByNumber(number),
    allOrders.list({ search: number }, { limit: PAGE_SIZE }),
  ])
  const own = orders.map(({ purchaseId }) => purchaseId).filter((id) => orderNumber(id) === number)
  return (await courierCash.findOpen([...named, ...own])).at(-1)
}

function toOwedOrder({ owed, order }: OpenOrder): contract.OwedOrder {
  const { trackingNumber } = parcelsOf(order).at(-1) ?? {}
  return {
    orderId: order.purchaseId,
    courier: owed.courier || NO_COURIER,
    ...(trackingNumber !== undefined && { trackingNumber }),
    shippedAt: owed.since,
    isDelivered: phaseOf(order).name === 'delivered',
    hasComeBack: owed.totalPaise === 0,
    amount: paiseToRupees(owed.totalPaise),
    paid: paiseToRupees(paidOf(owed)),
  }
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

function cellsOf(open: OpenOrder): Cell[] {
  const { orderId, courier, trackingNumber = '', shippedAt, isDelivered, amount, paid } = toOwedOrder(open)
  const rest = paiseToRupees(asPaise(rupeesToPaise(amount) - rupeesToPaise(paid)))
  return [
    orderNumber(orderId),
    courier,
    trackingNumber,
    dayCell(shippedAt),
    yesOrNo(isDelivered),
    amount,
    paid,
    rest,
  ]
}
