import { setImmediate as nextTurn } from 'node:timers/promises'
import { addAmounts } from '@nashta/contracts/pricing/tax'
import type { TaxedAmount } from '@nashta/contracts/pricing/tax'
import { COMMIT_MAX, type Document, type Documents } from '@nashta/documents/documents'
import {
  type DayKey,
  dayKey,
  dayLinesKey,
  dayLinesOf,
  type Numbered,
  OPEN_DAYS_PK,
  openDayKey,
  type Pointer,
  pointerKey,
} from './bill-keys.ts'
import { keptUntil } from './bill-number.ts'
import { BILL_REASON, type Bill, type BillContent, type BillLine, type Seller } from './bill.ts'
import { createCommitQueue } from './commit-queue.ts'

/** The seller and the kind of supply of its first order. An order with others is not put on it. */
type DayTerms = { seller: Seller; supply: BillContent['supply'] }

/** The bill of a day. Every order that comes or goes counts, so that none is missed when it is made. */
export type Day = DayTerms & {
  changes: number
  /** No order comes or goes any more. */
  isClosed?: true
  numbered?: Numbered
}

/** An order on the bill of a day. */
export type DayLines = {
  purchaseId: string
  orderedAt: string
  lines: readonly BillLine[]
  total: TaxedAmount
  offers?: readonly string[]
}

export type DayRequest = DayKey & { purchaseId: string; content: BillContent; months: number }

/** Read at a time, so that visitors are served in between. */
const PAGE = 200

/** Orders that wait for the bill of their day. */
export function createDayBills({ documents, now }: { documents: Documents; now: () => Date }) {
  const readDay = (key: DayKey) => documents.get<Day>(dayKey(key))

  /** All requests are of one day and state. */
  async function addAll(requests: readonly DayRequest[]): Promise<Map<string, boolean>> {
    const [first] = requests
    if (!first) return new Map()
    const [day, ...pointers] = await Promise.all([
      readDay(first),
      ...requests.map(({ purchaseId }) => documents.get<Pointer>(pointerKey(billOf(purchaseId)))),
    ])
    const isOn = new Map<string, boolean>()
    const opening = requests.find((_request, index) => !pointers[index])?.content
    const terms = day?.body ?? opening
    const writes = requests.flatMap((request, index) => {
      const { purchaseId, content, months } = request
      const pointer = pointers[index] ?? null
      const isKnown = isOn.has(purchaseId)
      const isThere = pointer !== null && 'day' in pointer.body
      const mayJoin = pointer === null && !day?.body.isClosed && terms && haveOneSeller(terms, content)
      isOn.set(purchaseId, isThere || Boolean(mayJoin))
      if (isKnown || !mayJoin) return []
      const expiresAt = keptUntil(now(), months)
      const place = { day: request.day, place: request.place }
      const { orderedAt = '', offers, total } = content
      const lines = content.lines.map((line) => Object.assign({}, line, { purchaseId }))
      const body: DayLines = { purchaseId, orderedAt, lines, total, ...(offers && { offers }) }
      return [
        { put: { key: dayLinesKey(request, purchaseId), body, expiresAt }, seen: null },
        { put: { key: pointerKey(billOf(purchaseId)), body: place, expiresAt }, seen: null },
      ]
    })
    if (writes.length === 0 || !terms) return isOn
    const { seller, supply } = terms
    const body: Day = day ? { ...day.body, changes: day.body.changes + 1 } : { seller, supply, changes: 1 }
    const changed = {
      put: { key: dayKey(first), body, expiresAt: keptUntil(now(), first.months) },
      seen: day,
    }
    const opened = { put: { key: openDayKey(first), body: {} }, seen: null }
    await documents.commit([changed, ...(day ? [] : [opened]), ...writes])
    return isOn
  }

  const commits = createCommitQueue(BATCH_MAX, (_key: string, requests: readonly DayRequest[]) =>
    documents.retryConflicts(() => addAll(requests)),
  )

  return {
    readDay,

    /** Whether the order is on the bill of the day now: not if that is made already, or the order has another bill. */
    async add(request: DayRequest): Promise<boolean> {
      const added = await commits.add(`${request.day} ${request.place}`, request)
      return added.get(request.purchaseId) ?? false
    },

    /** Takes an order off the bill of its day. Does nothing if it is on none, or if that is made or being made. */
    leave: (purchaseId: string): Promise<void> =>
      documents.retryConflicts(async () => {
        const key = pointerKey(billOf(purchaseId))
        const pointer = await documents.get<Pointer>(key)
        if (!pointer || !('day' in pointer.body)) return
        const [day, lines] = await Promise.all([
          readDay(pointer.body),
          documents.get(dayLinesKey(pointer.body, purchaseId)),
        ])
        if (!day || day.body.isClosed) return
        const body: Day = { ...day.body, changes: day.body.changes + 1 }
        await documents.commit([
          { put: { key: day.key, body }, seen: day },
          { put: { key, body: { isOffDay: true } }, seen: pointer },
          { delete: dayLinesKey(pointer.body, purchaseId), seen: lines },
        ])
      }),

    /** From now on, no order comes or goes. */
    close: (key: DayKey, months: number): Promise<Document<Day> | null> =>
      documents.retryConflicts(async () => {
        const day = await readDay(key)
        if (!day || day.body.isClosed) return day
        const body: Day = { ...day.body, isClosed: true }
        await documents.commit([
          { put: { key: day.key, body, expiresAt: keptUntil(now(), months) }, seen: day },
        ])
        return readDay(key)
      }),

    /** The days whose bills are not made, or not known to all their orders. */
    async listOpen(): Promise<DayKey[]> {
      const found = await documents.listByKey(OPEN_DAYS_PK)
      return found.map(({ key }) => {
        const [day = '', place = ''] = key.sk.split('#')
        return { day, place }
      })
    },

    /** The bill is made, and all its orders know it. */
    finish: (key: DayKey): Promise<void> => documents.erase([openDayKey(key)]),

    async readLines(key: DayKey, purchaseId: string): Promise<DayLines | null> {
      return (await documents.get<DayLines>(dayLinesKey(key, purchaseId)))?.body ?? null
    },

    /** The orders on the bill of a day, by their ids. */
    async *listLines(key: DayKey): AsyncGenerator<DayLines> {
      let { pk, above } = dayLinesOf(key)
      for (;;) {
        const page = await documents.listByKey<DayLines>(pk, { above, limit: PAGE })
        yield* page.map(({ body }) => body)
        const last = page.at(-1)
        if (!last || page.length < PAGE) return
        above = last.key.sk
        await nextTurn()
      }
    },
  }
}

/** Whether both sales can be on one bill: the seller has not changed in what decides about tax and returns. */
function haveOneSeller(one: DayTerms, other: DayTerms): boolean {
  return (
    one.supply === other.supply && SELLER_FIELDS.every((field) => one.seller[field] === other.seller[field])
  )
}

const SELLER_FIELDS = ['kind', 'gstin', 'state', 'isDemo'] as const

/** Two writes for each order, one for the day, and one for a day that begins. */
const BATCH_MAX = Math.floor((COMMIT_MAX - 2) / 2)

function billOf(purchaseId: string) {
  return { purchaseId, reason: BILL_REASON }
}

/** The part of the bill of a day that is about one order. */
export function partOfDay(bill: Bill, { purchaseId, orderedAt, lines, total, offers }: DayLines): Bill {
  return { ...bill, purchaseId, orderedAt, lines, total, ...(offers && { offers }) }
}

/** The bill of a day without its lines, which are stored with their orders. */
export function draftDayBill(
  { day, place }: DayKey,
  { seller, supply }: Day,
  orders: readonly Pick<DayLines, 'total'>[],
): BillContent {
  return {
    kind: 'invoice',
    seller,
    buyer: { name: 'Private buyers', addressLines: [] },
    placeOfSupply: place,
    supply,
    lines: [],
    total: addAmounts(orders.map(({ total }) => total)),
    ofDay: { day, orders: orders.length },
  }
}
