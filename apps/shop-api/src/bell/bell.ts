import { hash } from 'node:crypto'
import type { BellChoices } from '@nashta/contracts/bell/bell'
import { calendarDay } from '@nashta/contracts/dates'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Documents } from '@nashta/documents/documents'
import { mailEntry } from '@nashta/mail/mail-topic'
import { isLowOnStock } from '../catalogue/admin/product-grid.ts'
import type { ProductStore } from '../catalogue/product-store.ts'
import type { Operators } from '../operators/operators.ts'
import type { AllOrders } from '../orders/search/all-orders.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'
import {
  type BellEvent,
  type BellMail,
  type BellState,
  decideBell,
  defaultChoices,
  type Listener,
  SILENT_BELL,
} from './decide-bell.ts'

const BELL_KEY = { pk: 'shop', sk: 'bell' }

/** A visit is stored at most this often, so that a poll costs no write. */
const LOOKED_EVERY_MS = 10 * 60 * 1000
/** Mails that wait for longer than this cannot be sent. */
const MAILS_OVERDUE_SECONDS = 600
/** The orders and complaints of each kind that one run looks at. */
const LOOKED_AT_MAX = 50

export type BellDeps = {
  documents: Documents
  allOrders: AllOrders
  tickets: TicketStore
  products: ProductStore
  /** Null when the user pool is in another process. */
  operators: Operators | null
  /** How long the oldest mail has been due that could not be sent. */
  mailsOverdueSeconds: () => Promise<number>
  publicUrl: string
  now: () => Date
}

type Visitor = Pick<Listener, 'sub' | 'email' | 'groups'>

export type BellStore = {
  /** Remembers that the operator looks at the desk, and returns the choices. */
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
  const isRecent = at.getTime() - Date.parse(known.lookedAt) < LOOKED_EVERY_MS
  if (isSame && isRecent && choices === null) return state
  const changed = { ...known, ...visitor, ...(choices && { choices }), lookedAt }
  return { ...state, listeners: state.listeners.map((each) => (each === known ? changed : each)) }
}

/** Finds what is new, and mails it to the operators. The state and the mails are one transaction. */
export async function ringBell(deps: BellDeps): Promise<void> {
  const { documents, operators, publicUrl, now } = deps
  const [current, staff] = await Promise.all([findEvents(deps), operators?.list() ?? null])
  const roles = staff && new Map(staff.map((each) => [each.email.toLowerCase(), each.roles]))
  await updateBell(documents, (before) => {
    // An operator whose role has ended hears nothing more.
    const listeners = roles
      ? before.listeners.flatMap((each) => {
          const groups = roles.get((each.email ?? '').toLowerCase())
          return groups ? [{ ...each, groups }] : []
        })
      : before.listeners
    const { state, mails } = decideBell({ ...before, listeners }, current, now())
    return { state, entries: mails.map((mail) => bellEntry(mail, publicUrl)) }
  })
}

type Decision = { state: BellState; entries?: ReturnType<typeof mailEntry>[] }

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

/** The same events to the same operator are one mail, whichever process sends it. */
function bellEntry({ to, sub, kind, events }: BellMail, publicUrl: string) {
  const id = hash('sha256', `${sub} ${kind} ${events.map((event) => `${event.kind} ${event.id}`).join(' ')}`)
  const shown = events.map(({ text, path }) => ({ text, url: new URL(`/desk${path}`, publicUrl).href }))
  return mailEntry({
    deduplicationId: id.slice(0, 40),
    to,
    message: {
      kind: 'bell',
      data: { reason: kind, events: shown, deskUrl: new URL('/desk', publicUrl).href },
    },
    isCausedByOwner: true,
  })
}

const ofOrder = (kind: BellEvent['kind'], what: string) => (order: { purchaseId: string }) => ({
  kind,
  id: order.purchaseId,
  text: `${what} ${orderNumber(order.purchaseId)}`,
  path: `/orders/${order.purchaseId}`,
})

/** Everything that waits for an operator. */
async function findEvents(deps: Omit<BellDeps, 'documents' | 'operators' | 'publicUrl'>) {
  const { allOrders, tickets, products, mailsOverdueSeconds, now } = deps
  const page = { limit: LOOKED_AT_MAX }
  const ordersWith = async (work: 'confirm' | 'pack' | 'findPayment' | 'problem') =>
    (await allOrders.list({ work }, page)).orders
  const [confirm, pack, findPayment, problem, complaints, everyProduct, overdue] = await Promise.all([
    ordersWith('confirm'),
    ordersWith('pack'),
    ordersWith('findPayment'),
    ordersWith('problem'),
    tickets.list('due', page),
    products.listWithDrafts(),
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
    ...everyProduct.filter(isLowOnStock).map(({ products_id, name }): BellEvent => ({
      kind: 'stock',
      id: products_id,
      text: `${name} runs low`,
      path: `/products/${products_id}`,
    })),
  ]
}
