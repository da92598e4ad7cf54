import { setImmediate } from 'node:timers/promises'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import type { CustomerRow } from '@nashta/contracts/orders/desk/customers'
import { sumOf } from '@nashta/contracts/pricing/sums'
import { ID_PREFIX, idPrefixOf, invalidCursor } from '../orders/order/purchase-id.ts'
import type { OrderRecord } from '../orders/order/purchase-store.ts'
import { isGuestPerson, personIdOf } from '../orders/persons/person-figures.ts'
import type { PersonStore } from '../orders/persons/person-store.ts'
import type { PersonGroup } from '../orders/persons/person.ts'
import type { AllOrders } from '../orders/search/all-orders.ts'

export type CustomerQuery = {
  search?: string | undefined
  tag?: string | undefined
  limit: number
  cursor?: string | undefined
}

type ListDeps = {
  allOrders: Pick<AllOrders, 'list'>
  persons: Pick<PersonStore, 'find' | 'listTagged'>
  now: () => Date
}

type CustomerPage = { customers: CustomerRow[]; nextCursor: string | null }

/** A page may have fewer rows than the limit, even none: only `nextCursor` shows whether there are more. */
export async function listCustomers(deps: ListDeps, query: CustomerQuery): Promise<CustomerPage> {
  const isSearch = Boolean(query.search?.trim())
  return query.tag === undefined || isSearch ? listByOrders(deps, query) : listByTag(deps, query.tag, query)
}

/**
 * Customers are found by their orders, and sorted by their newest order. A customer who orders while an
 * operator reads the pages would move to the first page, and be on none of the later ones. So all pages
 * leave out the orders that were placed after the first page was read.
 */
async function listByOrders(
  deps: ListDeps,
  { search, tag, limit, cursor }: CustomerQuery,
): Promise<CustomerPage> {
  const position = cursor === undefined ? startOfList(deps.now()) : parsePosition(cursor)
  const filter = { search, isNewestOfShopper: true, before: position.before }
  const page = await deps.allOrders.list(filter, { limit, cursor: position.cursor })
  const rows = new Map<string, CustomerRow>()
  for (const order of page.orders) {
    const group = await findGroup(deps, order)
    // A search may find an older order with another name than the newest one.
    const isHere = group && (isSearching(search) || isNewestOf(group, order, position.before))
    if (group && isHere && !rows.has(group.id)) {
      const row = toCustomerRow(group)
      if (tag === undefined || row.tags.includes(tag)) rows.set(group.id, row)
    }
    // Other requests are handled before the next customer.
    await setImmediate()
  }
  const nextCursor = page.next === null ? null : `${position.before}:${page.next}`
  return { customers: [...rows.values()], nextCursor }
}

function isSearching(search: string | undefined) {
  return Boolean(search?.trim())
}

/** The row of an order's person; null if they were erased since the order was read. */
async function findGroup({ persons }: ListDeps, order: OrderRecord): Promise<PersonGroup | null> {
  const personId = personIdOf(order)
  return personId === null ? null : persons.find(personId, order)
}

/** Guests have many orders, and a row has many persons: only the newest order of all shows the row. */
function isNewestOf({ members }: PersonGroup, { purchaseId }: OrderRecord, before: string): boolean {
  const newest = members.flatMap(({ figures }) => figures.newest?.purchaseId ?? [])
  return newest.every((id) => id <= purchaseId || id >= before)
}

/** Those with a tag, by their ids. */
async function listByTag(
  { persons }: ListDeps,
  tag: string,
  { limit, cursor }: CustomerQuery,
): Promise<CustomerPage> {
  const ids = await persons.listTagged(tag, { limit, after: cursor })
  const rows: CustomerRow[] = []
  for (const personId of ids) {
    const group = await persons.find(personId)
    const [first] =
      group?.members
        .filter(({ marks }) => marks.tags.includes(tag))
        .map(idOf)
        .toSorted(byText) ?? []
    // The others of the same row with this tag show no second row.
    if (group && first === personId) rows.push(toCustomerRow(group))
    await setImmediate()
  }
  return { customers: rows, nextCursor: ids.length < limit ? null : (ids.at(-1) ?? null) }
}

const idOf = ({ personId }: { personId: string }) => personId
const byText = (one: string, other: string) => (one < other ? -1 : 1)

/** Name, e-mail address and phone number are those of the newest order. */
export function toCustomerRow({ id, members, takesNoCash }: PersonGroup): CustomerRow {
  const newest = members
    .flatMap(({ figures }) => figures.newest ?? [])
    .reduce((one, other) => (one.purchaseId > other.purchaseId ? one : other))
  return {
    customerId: id,
    hasAccount: members.some(({ personId }) => !isGuestPerson(personId)),
    name: newest.name,
    email: newest.email,
    phone: newest.phone,
    orders: sumOf(members.map(({ figures }) => figures.orders)),
    spent: paiseToRupees(asPaise(sumOf(members.map(({ figures }) => figures.spentPaise)))),
    returnedCashOrders: sumOf(members.map(({ figures }) => figures.returnedCash)),
    lastOrderAt: newest.at,
    tags: [...new Set(members.flatMap(({ marks }) => marks.tags))].toSorted(byText),
    takesNoCash,
    joined: members.length - 1,
  }
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
