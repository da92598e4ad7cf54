import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import * as contract from '@nashta/contracts/orders/desk/customers'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { createConcurrencyLimit } from '@nashta/service-kit/limits/concurrency-limit'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { AccountDeps } from '../account/account-deps.ts'
import type { Accounts } from '../account/accounts.ts'
import { eraseGuest, eraseShopper } from '../account/erase-account.ts'
import { needsPersonalData } from '../account/erase-order.ts'
import { authorshipOf } from '../operator-log/logged-change.ts'
import type { OperatorLog } from '../operator-log/operator-log.ts'
import { isGuestId } from '../orders/order/guest-orders.ts'
import { isOver, isVisible } from '../orders/order/phase.ts'
import { ID_PREFIX, idPrefixOf, invalidCursor } from '../orders/order/purchase-id.ts'
import type { OrderRecord, PurchaseStore } from '../orders/order/purchase-store.ts'
import { netPaid } from '../orders/order/refunded.ts'
import type { AllOrders } from '../orders/search/all-orders.ts'
import { toOrderRow } from '../orders/views/desk-order.ts'
import { ownEmailsOf } from './erase-deleted-users.ts'

export type CustomerDeps = AccountDeps & {
  allOrders: AllOrders
  operatorLog: OperatorLog
  /** Null when the user pool is in another process. */
  accounts: Accounts | null
}

/** A page of customers reads all orders of each. */
const LISTS_QUEUED_MAX = 20

export function customerRoutes(deps: CustomerDeps): Route[] {
  // One list at a time: two at once would leave half as much time for other requests.
  const runAlone = createConcurrencyLimit({ concurrent: 1, queued: LISTS_QUEUED_MAX })
  return [
    route(contract.listCustomers, async ({ query }) => ({
      data: await runAlone(() => listCustomers(deps, query)),
    })),
    route(contract.getCustomer, async ({ caller, params }) => {
      const orders = await requireOrdersOf(deps, params.userId)
      const customer = toCustomer(orders)
      // A guest may type the e-mail address of another person, so a guest's address is not looked
      // up in the newsletter.
      const lookupEmail = isGuestId(params.userId) ? null : customer.email
      const subscriber = lookupEmail === null ? null : await deps.newsletter.find(lookupEmail.toLowerCase())
      return {
        data: {
          customer,
          newsletter: subscriber?.status ?? 'none',
          orders: orders.map((order) => toOrderRow(order, caller.groups)),
        },
      }
    }),
    route(contract.eraseCustomer, async ({ caller, params }) => ({
      data: await eraseCustomer(deps, caller, params.userId),
    })),
  ]
}

type CustomerQuery = { search?: string | undefined; limit: number; cursor?: string | undefined }

type ListDeps = {
  allOrders: Pick<AllOrders, 'list'>
  purchases: Pick<PurchaseStore, 'listAll'>
  now: () => Date
}

/**
 * Customers are sorted by their newest order. A customer who orders while an operator reads the
 * pages would move to the first page, and be on none of the later ones. So all pages leave out the
 * orders that were placed after the first page was read.
 */
export async function listCustomers(deps: ListDeps, { search, limit, cursor }: CustomerQuery) {
  const position = cursor === undefined ? startOfList(deps.now()) : parsePosition(cursor)
  const filter = { search, isNewestOfShopper: true, before: position.before }
  const page = await deps.allOrders.list(filter, { limit, cursor: position.cursor })
  const customers = []
  for (const { userId } of page.orders) {
    const orders = await findOrdersOf(deps, userId)
    // A customer who was erased since the page was read has no orders.
    if (orders) customers.push(toCustomer(orders))
    // Other requests are handled before the next customer.
    await setImmediate()
  }
  return { customers, nextCursor: page.next === null ? null : `${position.before}:${page.next}` }
}

/** `before` is the beginning of the ids of orders that were placed after the first page was read. */
type ListPosition = { before: string; cursor?: string | undefined }

function startOfList(now: Date): ListPosition {
  return { before: idPrefixOf(new Date(now.getTime() + 1)) }
}

function parsePosition(text: string): ListPosition {
  const [before = '', cursor] = text.split(':')
  if (cursor === undefined || !ID_PREFIX.test(before)) throw invalidCursor()
  return { before, cursor }
}

type CustomersOrders = readonly [newest: OrderRecord, ...older: OrderRecord[]]

/** The visible orders of a customer, newest first; null when there are none. */
async function findOrdersOf(
  { purchases }: Pick<ListDeps, 'purchases'>,
  userId: string,
): Promise<CustomersOrders | null> {
  const [newest, ...older] = (await purchases.listAll(userId)).filter(isVisible)
  return newest ? [newest, ...older] : null
}

/** As `findOrdersOf`, but throws when there are no orders. */
async function requireOrdersOf(deps: CustomerDeps, userId: string) {
  const orders = await findOrdersOf(deps, userId)
  if (!orders) throw new ServiceError('CUSTOMER_NOT_FOUND', 'There is no such customer')
  return orders
}

/** Name, e-mail address and phone number are those of the newest order. */
function toCustomer(orders: CustomersOrders): contract.CustomerRow {
  const [{ userId, email, shippingAddress, purchaseDate }] = orders
  const { fullName: name, phoneNumber: phone } = shippingAddress
  const spent = orders.reduce((sum, order) => sum + netPaid(order), 0)
  return {
    userId,
    name,
    email,
    phone,
    orders: orders.filter((order) => !isOver(order)).length,
    spent: paiseToRupees(asPaise(spent)),
    lastOrderAt: purchaseDate,
  }
}

/**
 * Erases a guest or a shopper. The log entry is written first, so that an interrupted erasure is
 * logged too.
 */
async function eraseCustomer(deps: CustomerDeps, caller: Caller, userId: string) {
  const orders = await requireOrdersOf(deps, userId)
  assertNoneOpen(orders)
  if (isGuestId(userId)) {
    await logErasure(deps, caller, userId, orders.length)
    const erased = await eraseGuest(deps, userId)
    return { erasedOrders: erased.orders, account: 'none' }
  }
  const { accounts } = deps
  if (await accounts?.isOperator(userId))
    throw new ServiceError('CUSTOMER_IS_OPERATOR', 'An operator is not erased: take away the roles first')
  const accountEmails = (await accounts?.allEmailsOf(userId)) ?? []
  const emails = [...new Set([...accountEmails, ...(await ownEmailsOf(deps, userId, orders))])]
  await logErasure(deps, caller, userId, orders.length)
  // `eraseShopper` deletes the account before the orders. After an interruption the customer still
  // has orders, so an operator can find the customer and repeat the erasure.
  const erased = await eraseShopper(deps, userId, emails, async () => accounts?.delete(userId))
  return { erasedOrders: erased.orders, account: accounts ? 'deleted' : 'elsewhere' }
}

function assertNoneOpen(orders: readonly OrderRecord[]) {
  const open = orders.filter(needsPersonalData).map(({ purchaseId }) => `#${orderNumber(purchaseId)}`)
  if (open.length === 0) return
  const subject = open.length === 1 ? `Order ${open.join('')} is` : `The orders ${open.join(', ')} are`
  throw new ServiceError(
    'ORDER_ON_ITS_WAY',
    `${subject} still open, or money for it is on its way: this customer can be erased after that`,
  )
}

/** The log entry has a hash in place of the user id, because log entries are never erased. */
async function logErasure(deps: CustomerDeps, caller: Caller, userId: string, orderCount: number) {
  const authorship = await authorshipOf(deps, caller)
  await deps.operatorLog.append({
    ...authorship,
    kind: 'customer',
    subject: hash('sha256', userId, 'hex').slice(0, 8),
    action: 'delete',
    changes: { orders: { from: orderCount, to: 0 } },
  })
}
