import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import { eraseGuest, eraseShopper } from '../account/erase-account.ts'
import { needsPersonalData } from '../account/erase-order.ts'
import { authorshipOf } from '../operator-log/logged-change.ts'
import type { OrderRecord } from '../orders/order/purchase-store.ts'
import { isGuestPerson, subjectOf } from '../orders/persons/person-figures.ts'
import { ownEmailsOf } from './erase-deleted-users.ts'
import { type CustomerDeps, requirePersonGroup } from './read-customer.ts'

/**
 * Erases all persons of a row. The log entry is written first, so that an interrupted erasure is
 * logged too.
 */
export async function eraseCustomer(deps: CustomerDeps, caller: Caller, customerId: string) {
  const { accounts, persons, purchases } = deps
  const { members } = await requirePersonGroup(deps, customerId)
  const ids = members.map(({ personId }) => personId)
  const accountIds = ids.filter((id) => !isGuestPerson(id))
  const guests = await Promise.all(
    ids.filter(isGuestPerson).map(async (personId) => {
      return { personId, userIds: await persons.listGuestIds(personId) }
    }),
  )
  const orders: OrderRecord[] = []
  for (const userId of [...accountIds, ...guests.flatMap(({ userIds }) => userIds)])
    orders.push(...(await purchases.listAll(userId)))
  assertNoneOpen(orders)
  for (const userId of accountIds)
    if (await accounts?.isOperator(userId))
      throw new ServiceError('CUSTOMER_IS_OPERATOR', 'An operator is not erased: take away the roles first')
  const emails = new Map<string, string[]>()
  for (const userId of accountIds) emails.set(userId, await emailsOfAccount(deps, userId, orders))

  await logErasure(deps, caller, customerId, orders.length)
  let erasedOrders = 0
  // The guests go first: an erased account would leave their row without the person.
  for (const { personId, userIds } of guests) {
    for (const userId of userIds) erasedOrders += (await eraseGuest(deps, userId)).orders
    await persons.erase(personId)
  }
  for (const [userId, own] of emails) {
    // `eraseShopper` deletes the account before the orders. After an interruption the customer still
    // has orders, so an operator can find the customer and repeat the erasure.
    const erased = await eraseShopper(deps, userId, own, async () => accounts?.delete(userId))
    erasedOrders += erased.orders
  }
  const account = accountIds.length === 0 ? 'none' : accounts ? 'deleted' : 'elsewhere'
  return { erasedOrders, account }
}

/** The addresses that the account has or had, and those of its orders. */
async function emailsOfAccount(deps: CustomerDeps, userId: string, orders: readonly OrderRecord[]) {
  const accountEmails = (await deps.accounts?.allEmailsOf(userId)) ?? []
  const own = orders.filter((order) => order.userId === userId)
  return [...new Set([...accountEmails, ...(await ownEmailsOf(deps, userId, own))])]
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

async function logErasure(deps: CustomerDeps, caller: Caller, customerId: string, orderCount: number) {
  const authorship = await authorshipOf(deps, caller)
  await deps.operatorLog.append({
    ...authorship,
    kind: 'customer',
    subject: subjectOf(customerId),
    action: 'delete',
    changes: { orders: { from: orderCount, to: 0 } },
  })
}
