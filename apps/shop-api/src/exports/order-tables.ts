import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { listPrice, sumPrices } from '@nashta/contracts/pricing/sums'
import { momentsOf } from '../figures/days.ts'
import type { OrderLine, OrderRecord } from '../orders/order/purchase-store.ts'
import { netPaid, unitsThatRemain } from '../orders/order/refunded.ts'
import {
  type Columns,
  dayCell,
  type ExportDeps,
  type ExportedDays,
  exportTable,
  PAGE_SIZE,
  rowsOfPages,
  rupeesCell,
  timeCell,
} from './export-table.ts'

const ORDER_COLUMNS: Columns<OrderRecord> = {
  Order: ({ purchaseId }) => orderNumber(purchaseId),
  Id: ({ purchaseId }) => purchaseId,
  Date: ({ purchaseDate }) => dayCell(purchaseDate),
  Time: ({ purchaseDate }) => timeCell(purchaseDate),
  Status: ({ orderStatus }) => orderStatus,
  Delivery: ({ deliveryStatus }) => deliveryStatus,
  Payment: ({ payment }) => payment.method,
  'Payment state': ({ payment }) => payment.state,
  Units: ({ totalItems }) => totalItems,
  Goods: ({ lines }) => rupeesCell(sumPrices(lines)),
  Discount: ({ lines, shippingFeePaise, totalPaise }) =>
    rupeesCell(sumPrices(lines) + shippingFeePaise - totalPaise),
  'Delivery fee': ({ shippingFeePaise }) => rupeesCell(shippingFeePaise),
  Total: ({ totalPaise }) => rupeesCell(totalPaise),
  Paid: ({ payment }) => rupeesCell(payment.paidPaise),
  'Paid less refunds': (order) => rupeesCell(netPaid(order)),
  Offers: ({ offers = [] }) => offers.map(({ name }) => name).join(', '),
  Name: ({ shippingAddress }) => shippingAddress.fullName,
  'E-mail': ({ email }) => email ?? '',
  Phone: ({ shippingAddress }) => shippingAddress.phoneNumber,
  Address: ({ shippingAddress: { addressLine1, addressLine2 = '' } }) =>
    [addressLine1, addressLine2].filter(Boolean).join(', '),
  City: ({ shippingAddress }) => shippingAddress.city,
  State: ({ shippingAddress }) => shippingAddress.state,
  Pincode: ({ shippingAddress }) => shippingAddress.pincode,
  GSTIN: ({ details }) => details.gstin ?? '',
  Note: ({ details }) => details.shopNote ?? '',
  Bill: ({ fulfilment }) => fulfilment.billing?.number ?? '',
}

type LineOfOrder = { order: OrderRecord; line: OrderLine }

const LINE_COLUMNS: Columns<LineOfOrder> = {
  Order: ({ order }) => orderNumber(order.purchaseId),
  Id: ({ order }) => order.purchaseId,
  Date: ({ order }) => dayCell(order.purchaseDate),
  Status: ({ order }) => order.orderStatus,
  'Product id': ({ line }) => line.productId,
  Product: ({ line }) => line.name,
  Shelf: ({ line }) => line.category,
  HSN: ({ line }) => line.tax?.hsn ?? '',
  'GST rate': ({ line }) => line.tax?.ratePercent ?? '',
  Units: ({ line }) => line.quantity,
  'Units left': ({ order, line }) => unitsThatRemain(order, line),
  Price: ({ line }) => rupeesCell(line.pricePaise),
  Goods: ({ line }) => rupeesCell(listPrice(line)),
  Discount: ({ line }) => rupeesCell(line.discountPaise ?? 0),
  Amount: ({ line }) => rupeesCell(listPrice(line) - (line.discountPaise ?? 0)),
}

function readOrders({ allOrders }: ExportDeps, days: ExportedDays): AsyncGenerator<OrderRecord> {
  return rowsOfPages(async (cursor) => {
    const { orders, next } = await allOrders.list(spanOf(days), { limit: PAGE_SIZE, cursor })
    return { rows: orders, next }
  })
}

async function* readLines(deps: ExportDeps, days: ExportedDays): AsyncGenerator<LineOfOrder> {
  for await (const order of readOrders(deps, days)) for (const line of order.lines) yield { order, line }
}

/** From the first moment of the first day until the first moment after the last one. */
export function spanOf({ from, until }: ExportedDays): { from?: Date; until?: Date } {
  return {
    ...(from !== undefined && { from: momentsOf(from).from }),
    ...(until !== undefined && { until: momentsOf(until).until }),
  }
}

export const ORDERS = exportTable(ORDER_COLUMNS, readOrders)
export const ORDER_LINES = exportTable(LINE_COLUMNS, readLines)
