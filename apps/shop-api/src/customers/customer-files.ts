import type { CustomerRow } from '@nashta/contracts/orders/desk/customers'
import { type Cell, writeCsv } from '../files/csv.ts'

export const CUSTOMER_HEADER = [
  'Name',
  'E-mail',
  'Phone',
  'Account',
  'Orders',
  'Spent',
  'Returned cash orders',
  'Last order',
  'Tags',
  'No cash on delivery',
]
const SUBSCRIBERS = ['Name', 'E-mail']

/** A part of the file. Only the first one has the header. */
export function customersAsCsv(customers: readonly CustomerRow[], isFirst: boolean): string {
  return writeCsv(isFirst ? CUSTOMER_HEADER : null, customers.map(toCustomerCells))
}

export function toCustomerCells(row: CustomerRow): Cell[] {
  return [
    row.name,
    row.email ?? '',
    row.phone,
    row.hasAccount ? 'yes' : 'no',
    row.orders,
    row.spent,
    row.returnedCashOrders,
    row.lastOrderAt.slice(0, 10),
    row.tags.join(', '),
    row.takesNoCash ? 'yes' : 'no',
  ]
}

export function subscribersAsCsv(
  subscribers: readonly { name: string; email: string }[],
  isFirst: boolean,
): string {
  return writeCsv(
    isFirst ? SUBSCRIBERS : null,
    subscribers.map(({ name, email }) => [name, email]),
  )
}
