import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import * as contract from '@nashta/contracts/orders/desk/customers'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { DocumentWrite } from '@nashta/documents/documents'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { readIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import { createConcurrencyLimit } from '@nashta/service-kit/limits/concurrency-limit'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { AccountDeps } from '../account/account-deps.ts'
import type { Accounts } from '../account/accounts.ts'
import { eraseGuest, eraseShopper } from '../account/erase-account.ts'
import { needsPersonalData } from '../account/erase-order.ts'
import { logFileOfPeople } from '../operator-log/log-file.ts'
import {
  type Authorship,
  type AuthorshipDeps,
  authorshipOf,
  type Changes,
} from '../operator-log/logged-change.ts'
import { logWrites, type OperatorLog } from '../operator-log/operator-log.ts'
import type { OrderRecord } from '../orders/order/purchase-store.ts'
import { isGuestPerson, subjectOf } from '../orders/persons/person-figures.ts'
import type { Person, PersonGroup } from '../orders/persons/person-store.ts'
import type { AllOrders } from '../orders/search/all-orders.ts'
import { toOrderRow } from '../orders/views/desk-order.ts'
import { customersAsCsv, subscribersAsCsv } from './customer-files.ts'
import { ownEmailsOf } from './erase-deleted-users.ts'
import { listCustomers, toCustomerRow } from './list-customers.ts'

export type CustomerDeps = AccountDeps &
  AuthorshipDeps & {
    allOrders: AllOrders
    operatorLog: OperatorLog
    newId: () => string
    /** Null when the user pool is in another process. */
    accounts: Accounts | null
  }

/** A list reads many persons. */
const LISTS_QUEUED_MAX = 20
const FILE_PAGE = 200
const ORDERS_PAGE = 50

export function customerRoutes(deps: CustomerDeps): Route[] {
  const { persons } = deps
  // One list at a time: two at once would leave half as much time for other requests.
  const runAlone = createConcurrencyLimit({ concurrent: 1, queued: LISTS_QUEUED_MAX })

  async function read(caller: Caller, customerId: string, before?: string): Promise<contract.Customer> {
    const group = await requireGroup(deps, customerId)
    const found = await persons.listOrders(group.members, { limit: ORDERS_PAGE + 1, before })
    const orders = found.slice(0, ORDERS_PAGE)
    const notes = group.members
      .flatMap(({ personId: about, marks }) => marks.notes.map((note) => Object.assign({ about }, note)))
      .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    return {
      customer: toCustomerRow(group),
      newsletter: await newsletterOf(deps, group),
      notes: notes.map(({ key: noteId, about, at, by, text }) => ({ noteId, about, at, by, text })),
      members: group.members.map(toMember),
      orders: orders.map((order) => toOrderRow(order, caller.groups)),
      nextBefore: found.length > ORDERS_PAGE ? (orders.at(-1)?.purchaseId ?? null) : null,
    }
  }

  /** Makes a change, with its entry in the log, and returns the customer as it is then. */
  async function change(
    caller: Caller,
    customerId: string,
    changes: Changes,
    run: (authorship: Authorship, log: DocumentWrite[]) => Promise<void>,
  ) {
    const { id } = await requireGroup(deps, customerId)
    const authorship = await authorshipOf(deps, caller)
    const subject = subjectOf(id)
    await persons.nameSubject(id)
    await run(authorship, logWrites({ ...authorship, kind: 'customer', subject, action: 'update', changes }))
    return { data: await read(caller, id) }
  }

  return [
    route(contract.listCustomers, async ({ query }) => ({
      data: await runAlone(async () => ({
        ...(await listCustomers(deps, query)),
        tags: await persons.listTagNames(),
      })),
    })),
    route(contract.getCustomer, async ({ caller, params, query }) => ({
      data: await read(caller, params.customerId, query.before),
    })),
    route(contract.saveCustomer, async ({ caller, params: { customerId }, body: { tags, takesNoCash } }) => {
      const before = toCustomerRow(await requireGroup(deps, customerId))
      if (tags) {
        const changes = { tags: { from: before.tags.length, to: new Set(tags).size } }
        await change(caller, customerId, changes, (_by, log) =>
          persons.saveTags(customerId, [...new Set(tags)], log),
        )
      }
      // The row may be barred only because another customer with its phone number is.
      if (takesNoCash !== undefined && (takesNoCash || before.takesNoCash)) {
        const changes = { noCash: { from: before.takesNoCash, to: takesNoCash } }
        await change(caller, customerId, changes, (_by, log) =>
          persons.setTakesNoCash(customerId, takesNoCash, log),
        )
      }
      return { data: await read(caller, customerId) }
    }),
    route(contract.addCustomerNote, ({ caller, params: { customerId }, body: { text, about }, request }) => {
      const key = readIdempotencyKey(request.headers[IDEMPOTENCY_KEY_HEADER]) ?? deps.newId()
      return change(caller, customerId, { note: { from: null, to: 'added' } }, (by, log) =>
        persons.addNote(customerId, { key, text, about }, by, log),
      )
    }),
    route(contract.removeCustomerNote, ({ caller, params: { customerId, noteId } }) =>
      change(caller, customerId, { note: { from: null, to: 'removed' } }, (_by, log) =>
        persons.removeNote(customerId, noteId, log),
      ),
    ),
    route(contract.joinCustomers, async ({ caller, params: { customerId }, body }) => {
      const { id } = await requireGroup(deps, body.customerId)
      await persons.nameSubject(id)
      const changes = { joined: { from: null, to: subjectOf(id) } }
      return change(caller, customerId, changes, (by, log) => persons.join(customerId, id, by, log))
    }),
    route(contract.separateCustomer, async ({ caller, params: { customerId }, body }) => {
      const changes = { joined: { from: subjectOf(body.customerId), to: null } }
      await persons.nameSubject(body.customerId)
      return change(caller, customerId, changes, (_by, log) =>
        persons.separate(customerId, body.customerId, log),
      )
    }),
    route(contract.exportCustomers, async ({ caller, query }) => {
      const { customers, nextCursor } = await runAlone(() =>
        listCustomers(deps, { ...query, limit: FILE_PAGE }),
      )
      await logFileOfPeople(deps, caller, 'customers', customers.length)
      return { data: { text: customersAsCsv(customers, query.cursor === undefined), nextCursor } }
    }),
    route(contract.exportNewsletter, async ({ caller, query: { cursor } }) => {
      const subscribers = await deps.newsletter.listConfirmed({ limit: FILE_PAGE, after: cursor })
      await logFileOfPeople(deps, caller, 'newsletter', subscribers.length)
      const nextCursor = subscribers.length < FILE_PAGE ? null : (subscribers.at(-1)?.email ?? null)
      return { data: { text: subscribersAsCsv(subscribers, cursor === undefined), nextCursor } }
    }),
    route(contract.eraseCustomer, async ({ caller, params }) => ({
      data: await eraseCustomer(deps, caller, params.customerId),
    })),
  ]
}

async function requireGroup({ persons }: CustomerDeps, customerId: string): Promise<PersonGroup> {
  const group = await persons.find(customerId)
  if (!group) throw new ServiceError('CUSTOMER_NOT_FOUND', 'There is no such customer')
  return group
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

function toMember({
  personId,
  figures: { newest, orders },
  join,
}: Person): contract.Customer['members'][number] {
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

/**
 * Erases all persons of a row. The log entry is written first, so that an interrupted erasure is
 * logged too.
 */
async function eraseCustomer(deps: CustomerDeps, caller: Caller, customerId: string) {
  const { accounts, persons, purchases } = deps
  const { members } = await requireGroup(deps, customerId)
  const guestIds = new Map<string, string[]>()
  const orders: OrderRecord[] = []
  for (const { personId } of members) {
    const userIds = isGuestPerson(personId) ? await persons.listGuestIds(personId) : [personId]
    guestIds.set(personId, userIds)
    for (const userId of userIds) orders.push(...(await purchases.listAll(userId)))
  }
  assertNoneOpen(orders)
  const accountIds = members.map(({ personId }) => personId).filter((id) => !isGuestPerson(id))
  for (const userId of accountIds)
    if (await accounts?.isOperator(userId))
      throw new ServiceError('CUSTOMER_IS_OPERATOR', 'An operator is not erased: take away the roles first')
  const emails = new Map<string, string[]>()
  for (const userId of accountIds) {
    const accountEmails = (await accounts?.allEmailsOf(userId)) ?? []
    const own = orders.filter((order) => order.userId === userId)
    emails.set(userId, [...new Set([...accountEmails, ...(await ownEmailsOf(deps, userId, own))])])
  }
  await logErasure(deps, caller, customerId, orders.length)
  let erasedOrders = 0
  // The guests go first: an erased account would leave their row without the person.
  for (const [personId, userIds] of guestIds) {
    if (!isGuestPerson(personId)) continue
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
