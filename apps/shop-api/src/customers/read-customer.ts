import type * as contract from '@nashta/contracts/orders/desk/customers'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { AccountDeps } from '../account/account-deps.ts'
import type { Accounts } from '../account/accounts.ts'
import type { AuthorshipDeps } from '../operator-log/logged-change.ts'
import type { OperatorLog } from '../operator-log/operator-log.ts'
import { isGuestPerson } from '../orders/persons/person-figures.ts'
import type { Person, PersonGroup } from '../orders/persons/person.ts'
import type { AllOrders } from '../orders/search/all-orders.ts'
import { toOrderRow } from '../orders/views/desk-order.ts'
import { toCustomerRow } from './list-customers.ts'

export type CustomerDeps = AccountDeps &
  AuthorshipDeps & {
    allOrders: AllOrders
    operatorLog: OperatorLog
    newId: () => string
    /** Null when the user pool is in another process. */
    accounts: Accounts | null
  }

const ORDERS_PAGE = 50

export async function requirePersonGroup(
  { persons }: CustomerDeps,
  customerId: string,
): Promise<PersonGroup> {
  const group = await persons.find(customerId)
  if (!group) throw new ServiceError('CUSTOMER_NOT_FOUND', 'There is no such customer')
  return group
}

/** The customer as an operator of these groups sees them, with a page of their orders. */
export async function readCustomer(
  deps: CustomerDeps,
  customerId: string,
  { groups, before }: { groups: readonly string[]; before?: string | undefined },
): Promise<contract.Customer> {
  const group = await requirePersonGroup(deps, customerId)
  const ids = group.members.map(({ personId }) => personId)
  const found = await deps.persons.listNewestOrders(ids, { limit: ORDERS_PAGE + 1, before })
  const orders = found.slice(0, ORDERS_PAGE)
  const notes = group.members
    .flatMap(({ personId: about, marks }) => marks.notes.map((note) => Object.assign({ about }, note)))
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
  return {
    customer: toCustomerRow(group),
    newsletter: await newsletterOf(deps, group),
    notes: notes.map(({ key: noteId, about, at, by, text }) => ({ noteId, about, at, by, text })),
    members: group.members.map(toMember),
    orders: orders.map((order) => toOrderRow(order, groups)),
    nextBefore: found.length > ORDERS_PAGE ? (orders.at(-1)?.purchaseId ?? null) : null,
  }
}

/**
 * A guest may type the e-mail address of another person, so only the addresses of accounts are looked up
 * in the newsletter.
 */
async function newsletterOf({ newsletter }: CustomerDeps, { members }: PersonGroup): Promise<string> {
  for (const { personId, figures } of members) {
    const email = figures.newest?.email
    if (isGuestPerson(personId) || !email) continue
    const subscriber = await newsletter.find(email.toLowerCase())
    if (subscriber) return subscriber.status
  }
  return 'none'
}

function toMember({ personId, figures, join }: Person): contract.Customer['members'][number] {
  const { newest, orders } = figures
  return {
    customerId: personId,
    hasAccount: !isGuestPerson(personId),
    name: newest?.name ?? '',
    email: newest?.email ?? null,
    phone: newest?.phone ?? '',
    orders,
    ...(join && { joinedAt: join.at, joinedBy: join.by }),
  }
}
