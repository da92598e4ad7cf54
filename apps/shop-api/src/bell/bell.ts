import { hash } from 'node:crypto'
import type { BellChoices } from '@nashta/contracts/bell/bell'
import { calendarDay } from '@nashta/contracts/dates'
import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Documents } from '@nashta/documents/documents'
import { mailEntry } from '@nashta/mail/mail-topic'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import { listLowOnStock } from '../catalogue/admin/product-grid.ts'
import type { ProductStore } from '../catalogue/product-store.ts'
import type { Operators } from '../operators/operators.ts'
import type { AllOrders } from '../orders/search/all-orders.ts'
import type { PushDeviceStore } from '../push/push-device-store.ts'
import { pushEntry } from '../push/push-message.ts'
import type { ShopStore } from '../shop/shop-store.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'
import {
  type BellEvent,
  type BellMail,
  type BellPush,
  type BellState,
  decideBell,
  defaultChoices,
  type Listener,
  SILENT_BELL,
} from './decide-bell.ts'

const BELL_KEY = { pk: 'shop', sk: 'bell' }

/** A visit is stored at most this often, so that a poll costs no write. */
const VISIT_STORED_EVERY_MS = 10 * 60 * 1000
/** If a mail has been due for longer than this, operators are told that mails cannot be sent. */
const MAILS_OVERDUE_SECONDS = 600
/** One run reads this many of the newest orders of each state, and as many complaints. */
const READ_MAX = 500
const PAGE_SIZE = 100

export type BellDeps = {
  documents: Documents
  allOrders: AllOrders
  tickets: TicketStore
  products: ProductStore
  pushDevices: PushDeviceStore
  shop: ShopStore
  /** Null when the user pool is in another process. */
  operators: Operators | null
  /** How long the oldest mail that could not be sent has been due. */
  mailsOverdueSeconds: () => Promise<number>
  publicUrl: string
  now: () => Date
}

type Visitor = Pick<Listener, 'sub' | 'email' | 'groups'>

export type BellStore = {
  /** Stores that the operator looks at the desk, and returns the choices. */
  look: (visitor: Visitor) => Promise<BellChoices>
  choose: (visitor: Visitor, choices: BellChoices) => Promise<BellChoices>
}

export function createBellStore({ documents, now }: Pick<BellDeps, 'documents' | 'now'>): BellStore {
  /** Stores the state that `change` returns, and nothing when it returns its argument. */
  const update = (change: (state: BellState) => BellState) =>
    updateBell(documents, (state) => ({ state: change(state) }))

  async function visit(visitor: Visitor, choices: BellChoices | null) {
    const at = now()
    const state = await update((before) => withVisitor(before, visitor, choices, at))
    const stored = state.listeners.find(({ sub }) => sub === visitor.sub)
    return stored?.choices ?? defaultChoices(visitor.groups)
  }

  return {
    look: (visitor) => visit(visitor, null),
    choose: visit,
  }
}

function withVisitor(state: BellState, visitor: Visitor, choices: BellChoices | null, at: Date): BellState {
  const known = state.listeners.find(({ sub }) => sub === visitor.sub)
  const lookedAt = at.toISOString()
  if (!known) {
    const listener = {
      ...visitor,
      choices: choices ?? defaultChoices(visitor.groups),
      lookedAt,
      waiting: [],
      daily: [],
      summaryOn: '',
    }
    return { ...state, listeners: [...state.listeners, listener] }
  }
  const isSame = known.email === visitor.email && known.groups.join() === visitor.groups.join()
  const isRecent = at.getTime() - Date.parse(known.lookedAt) < VISIT_STORED_EVERY_MS
  if (isSame && isRecent && choices === null) return state
  const changed = { ...known, ...visitor, ...(choices && { choices }), lookedAt }
  return { ...state, listeners: state.listeners.map((each) => (each === known ? changed : each)) }
}

/**
 * Tells the operators of what waits and has not rung before. The state, the mails and the messages are one transaction.
 * Devices of those without a role are erased.
 */
export async function ringBell(deps: BellDeps): Promise<void> {
  const { documents, operators, pushDevices, shop, publicUrl, now } = deps
  const [current, staff, { tradeName }] = await Promise.all([
    findEvents(deps),
    operators?.list() ?? null,
    shop.read(),
  ])
  let withoutRole: readonly Listener[] = []
  await updateBell(documents, (before) => {
    const listeners = staff ? withCurrentRoles(before.listeners, staff) : before.listeners
    // A retry after a conflict sets it again.
    withoutRole = before.listeners.filter(({ sub }) => !listeners.some((each) => each.sub === sub))
    const { state, mails, pushes } = decideBell({ ...before, listeners }, current, now())
    return {
      state,
      entries: [
        ...mails.map((mail) => bellEntry(mail, publicUrl)),
        ...pushes.map((push) => bellPushEntry(push, tradeName, publicUrl)),
      ],
    }
  })
  await pushDevices.erase(withoutRole.map(({ sub }) => `desk#${sub}` as const))
}

/** Operators are recognised by their e-mail address. Those whose roles have ended are left out. */
function withCurrentRoles(listeners: readonly Listener[], staff: Awaited<ReturnType<Operators['list']>>) {
  const roles = new Map(staff.map((each) => [each.email.toLowerCase(), each.roles]))
  return listeners.flatMap((each) => {
    const groups = roles.get((each.email ?? '').toLowerCase())
    return groups ? [{ ...each, groups }] : []
  })
}

type Decision = { state: BellState; entries?: OutboxEntry[] }

async function updateBell(documents: Documents, decide: (state: BellState) => Decision): Promise<BellState> {
  return documents.retryConflicts(async () => {
    const seen = await documents.get<BellState>(BELL_KEY)
    const before = seen?.body ?? SILENT_BELL
    const { state, entries = [] } = decide(before)
    const isSame = JSON.stringify(state) === JSON.stringify(before)
    if (!isSame || entries.length > 0)
      await documents.commit([{ put: { key: BELL_KEY, body: state }, seen }], entries)
    return state
  })
}

/** The id is the same on every process, so that an operator is told of the same events once. */
function idOf(sub: string, kind: string, events: readonly BellEvent[]) {
  const text = `${sub} ${kind} ${events.map((event) => `${event.kind} ${event.id}`).join(' ')}`
  return hash('sha256', text).slice(0, 40)
}

function bellEntry({ to, sub, kind, events }: BellMail, publicUrl: string) {
  const shown = events.map(({ text, path }) => ({ text, url: new URL(`/desk${path}`, publicUrl).href }))
  return mailEntry({
    deduplicationId: idOf(sub, kind, events),
    to,
    message: {
      kind: 'bell',
      data: { reason: kind, events: shown, deskUrl: new URL('/desk', publicUrl).href },
    },
    isCausedByOwner: true,
  })
}

/** The text names no money and no person, because a locked phone shows it to everybody. */
function bellPushEntry({ sub, events }: BellPush, tradeName: string, publicUrl: string) {
  const [first, ...others] = events
  const isOne = first !== undefined && others.length === 0
  const title = isOne ? first.text : `${events.length} things wait at the desk`
  const url = new URL(isOne ? `/desk${first.path}` : '/desk/today', publicUrl).href
  return pushEntry(`bell:${idOf(sub, 'push', events)}`, {
    title,
    body: tradeName,
    tag: 'bell',
    targets: [{ audience: `desk#${sub}`, url }],
  })
}

const ofOrder = (kind: BellEvent['kind'], what: string) => (order: { purchaseId: string }) => ({
  kind,
  id: order.purchaseId,
  text: `${what} ${orderNumber(order.purchaseId)}`,
  path: `/orders/${order.purchaseId}`,
})

/** A page may have fewer orders than its limit, so only its cursor ends the list. */
async function newestOrders(allOrders: AllOrders, work: WorkState) {
  const found: { purchaseId: string }[] = []
  let cursor: string | undefined
  do {
    const { orders, next } = await allOrders.list({ work }, { limit: PAGE_SIZE, cursor })
    found.push(...orders)
    cursor = next ?? undefined
  } while (cursor !== undefined && found.length < READ_MAX)
  return found
}

/** Everything that waits for an operator. */
async function findEvents(
  deps: Pick<BellDeps, 'allOrders' | 'tickets' | 'products' | 'mailsOverdueSeconds' | 'now'>,
) {
  const { allOrders, tickets, products, mailsOverdueSeconds, now } = deps
  const ordersWith = (work: WorkState) => newestOrders(allOrders, work)
  const [confirm, pack, findPayment, problem, complaints, lowOnStock, overdue] = await Promise.all([
    ordersWith('confirm'),
    ordersWith('pack'),
    ordersWith('findPayment'),
    ordersWith('problem'),
    tickets.list('due', { limit: READ_MAX }),
    listLowOnStock(products),
    mailsOverdueSeconds(),
  ])
  const mails: BellEvent[] =
    overdue > MAILS_OVERDUE_SECONDS
      ? [
          {
            kind: 'problem',
            id: `mails ${calendarDay(now())}`,
            text: 'Mails cannot be sent',
            path: '/settings',
          },
        ]
      : []
  return [
    ...[...confirm, ...pack].map(ofOrder('order', 'New order')),
    ...findPayment.map(ofOrder('paid', 'A shopper says “I have paid” for order')),
    ...problem.map(ofOrder('problem', 'A problem with order')),
    ...mails,
    ...complaints.map(({ number }): BellEvent => ({
      kind: 'complaint',
      id: number,
      text: `Complaint ${number}`,
      path: `/tickets/${number}`,
    })),
    ...lowOnStock.map(({ products_id, name }): BellEvent => ({
      kind: 'stock',
      id: products_id,
      text: `${name} runs low`,
      path: `/products/${products_id}`,
    })),
  ]
}
