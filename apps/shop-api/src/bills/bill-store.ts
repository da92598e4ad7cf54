import { calendarDay } from '@nashta/contracts/dates'
import { billTimeOf } from '@nashta/contracts/orders/small-sales'
import { COMMIT_MAX, type Documents, type DocumentWrite } from '@nashta/documents/documents'
import { tooBusy } from '@nashta/service-kit/too-busy'
import {
  billKey,
  closedMonthKey,
  counterKey,
  type DayKey,
  dayKey,
  type Numbered,
  orderPk,
  type Pointer,
  pointerKey,
  seriesPk,
  sortKey,
  yearPk,
} from './bill-keys.ts'
import { billNumber, financialYearOf, keptUntil, seriesOf } from './bill-number.ts'
import type { Bill, BillContent, BillLine, BillReason } from './bill.ts'
import { createCommitQueue } from './commit-queue.ts'
import { createDayBills, type DayLines, type DayRequest, draftDayBill, partOfDay } from './day-bills.ts'

export type BillRequest = {
  purchaseId: string
  reason: BillReason
  content: BillContent
  prefix: string
  /** How long tax law wants the bill. */
  months: number
}

export interface BillStore {
  /**
   * Gives the content the next number of its series and stores it as a bill, in one transaction. If the
   * order has a bill for this reason already, returns that one and gives no number. An order that waits
   * for the bill of its day is taken off it.
   */
  issue(request: BillRequest): Promise<Bill>

  /**
   * Puts a small sale on the bill of its day, which has no number before the day ends. False if that
   * bill is made already, or the order has another one.
   */
  addToDay(request: DayRequest): Promise<boolean>

  /** The days whose bills are not made, or not known to all their orders. */
  openDays(): Promise<DayKey[]>

  /** Makes the bill of a day. Null if no order is on it any more. A repeated call returns the same bill. */
  issueDay(key: DayKey, terms: { prefix: string; months: number }): Promise<Bill | null>

  /** All orders on the bill of the day know it. */
  finishDay(key: DayKey): Promise<void>

  find(purchaseId: string, reason: BillReason): Promise<Bill | null>

  /** The bill of the order, if there is one, and then its credit notes. */
  listOf(purchaseId: string): Promise<Bill[]>

  /**
   * The bills of a series, such as `INV/2627`, by their numbers; at most `limit`, after `after`. Bills of
   * a day are without their lines, of which there may be thousands: see `withLines`.
   */
  listSeries(series: string, page: { limit: number; after?: number | undefined }): Promise<Bill[]>

  /** A bill of a day with its lines; any other bill as it is. */
  withLines(bill: Bill): Promise<Bill>

  /** The bill with this number: `INV/2627/0001`. */
  findByNumber(number: string): Promise<Bill | null>

  /** The series that have numbers of a financial year. */
  seriesOfYear(financialYear: string): Promise<string[]>

  /** The last number of a series; 0 if it has none. */
  lastSequence(series: string): Promise<number>
}

type Counter = { last: number; issuedAt: string }

export function createBillStore({ documents, now }: { documents: Documents; now: () => Date }): BillStore {
  const days = createDayBills({ documents, now })

  /** The bill of a day with all its lines, or any other. */
  async function findAt(numbered: Numbered): Promise<Bill | null> {
    const stored = (await documents.get<Bill>(billKey(numbered)))?.body
    return stored ? withLines(stored) : null
  }

  async function withLines(bill: Bill): Promise<Bill> {
    const { ofDay, placeOfSupply: place } = bill
    if (!ofDay || bill.kind === 'creditNote') return bill
    const lines: BillLine[] = []
    for await (const each of days.listLines({ day: ofDay.day, place })) lines.push(...each.lines)
    return { ...bill, lines }
  }

  /** The bill of an order. Of the bill of a day, it is the part about the order; null before that is made. */
  async function findPaper(pointer: Pointer, purchaseId: string): Promise<Bill | null> {
    if ('isOffDay' in pointer) return null
    if (!('day' in pointer)) return findAt(pointer)
    const [day, lines] = await Promise.all([days.readDay(pointer), days.readLines(pointer, purchaseId)])
    const numbered = day?.body.numbered
    const bill = numbered && (await documents.get<Bill>(billKey(numbered)))
    return bill && lines ? partOfDay(bill.body, lines) : null
  }

  /** What gives the next numbers of a series: the writes, and the time of their bills. */
  async function openSeries(prefix: string, time = now()) {
    const series = seriesOf(prefix, time)
    const counter = await documents.get<Counter>(counterKey(series))
    // The clocks of processes differ a little, and numbers must rise with the dates.
    const issuedAt = [counter?.body.issuedAt ?? '', time.toISOString()].toSorted().at(-1) ?? ''
    const begun = { put: { key: { pk: yearPk(financialYearOf(time)), sk: series }, body: {} }, seen: null }
    return {
      time,
      series,
      issuedAt,
      last: counter?.body.last ?? 0,
      countTo: (last: number): DocumentWrite[] => [
        { put: { key: counterKey(series), body: { last, issuedAt } }, seen: counter },
        ...(counter ? [] : [begun]),
      ],
    }
  }

  /**
   * As `openSeries`, for the bill of a day. One that is made late has the date of its day, so that it stays in
   * its month and financial year, unless a later day has a number or the return of the month is filed.
   */
  async function openSeriesOfDay(prefix: string, day: string) {
    const time = billTimeOf(day)
    if (now() <= time) return openSeries(prefix)
    const closedKey = closedMonthKey(day.slice(0, 7))
    const [late, closed] = await Promise.all([openSeries(prefix, time), documents.get(closedKey)])
    if (closed || calendarDay(new Date(late.issuedAt)) !== day) return openSeries(prefix)
    // Refused if the return is filed meanwhile.
    const unlessClosed: DocumentWrite = { delete: closedKey, seen: null }
    return { ...late, countTo: (last: number) => [...late.countTo(last), unlessClosed] }
  }

  /**
   * All requests have the same prefix. Those whose order has the bill already get no number, and those
   * whose order waits for the bill of its day get no bill.
   */
  async function issueAll(requests: readonly BillRequest[], prefix: string): Promise<Map<string, Bill>> {
    const [{ time, series, issuedAt, last, countTo }, ...pointers] = await Promise.all([
      openSeries(prefix),
      ...requests.map((request) => documents.get<Pointer>(pointerKey(request))),
    ])
    const earlier = await Promise.all(
      pointers.map(
        async (pointer, index) => pointer && findPaper(pointer.body, requests[index]?.purchaseId ?? ''),
      ),
    )
    const bills = new Map<string, Bill>()
    const writes: DocumentWrite[] = []
    let sequence = last
    for (const [index, request] of requests.entries()) {
      const key = nameOf(request)
      const pointer = pointers[index] ?? null
      const known = earlier[index] ?? bills.get(key)
      if (known) {
        bills.set(key, known)
        continue
      }
      // It waits for the bill of its day, so `issue` first takes it off that one.
      if (pointer && 'day' in pointer.body) continue
      sequence += 1
      const number = billNumber(series, sequence)
      const bill: Bill = { ...request.content, of: request.reason, number, sequence, issuedAt }
      const expiresAt = keptUntil(time, request.months)
      bills.set(key, bill)
      writes.push(
        { put: { key: billKey({ series, sequence }), body: bill, expiresAt }, seen: null },
        {
          put: { key: pointerKey(request), body: { series, sequence }, expiresAt },
          seen: pointer,
        },
      )
    }
    if (writes.length === 0) return bills
    await documents.commit([...countTo(sequence), ...writes])
    return bills
  }

  const commits = createCommitQueue(BATCH_MAX, (prefix: string, requests: readonly BillRequest[]) =>
    documents.retryConflicts(() => issueAll(requests, prefix)),
  )

  /** Gives the bill of a day its number. The day is closed, so that no order comes or goes meanwhile. */
  async function numberDay(key: DayKey, { prefix, months }: { prefix: string; months: number }) {
    const day = await days.readDay(key)
    if (!day || day.body.numbered) return day?.body.numbered ?? null
    const orders: Pick<DayLines, 'total'>[] = []
    for await (const { total } of days.listLines(key)) orders.push({ total })
    if (orders.length === 0) return null
    const { time, series, issuedAt, last, countTo } = await openSeriesOfDay(prefix, key.day)
    const numbered = { series, sequence: last + 1 }
    const number = billNumber(series, numbered.sequence)
    const content = draftDayBill(key, day.body, orders)
    const bill: Bill = { ...content, of: 'day', number, sequence: numbered.sequence, issuedAt }
    const expiresAt = keptUntil(time, months)
    await documents.commit([
      ...countTo(numbered.sequence),
      { put: { key: billKey(numbered), body: bill, expiresAt }, seen: null },
      { put: { key: dayKey(key), body: { ...day.body, numbered }, expiresAt }, seen: day },
    ])
    return numbered
  }

  return {
    async issue(request) {
      const issueNow = async () => (await commits.add(request.prefix, request)).get(nameOf(request))
      const bill = await issueNow()
      if (bill) return bill
      await days.leave(request.purchaseId)
      const later = await issueNow()
      // The bill of the day is being made at this moment.
      if (!later) throw tooBusy(new Error('The bill of the day is being made'))
      return later
    },

    addToDay: (request) => days.add(request),

    openDays: () => days.listOpen(),

    async issueDay(key, terms) {
      await days.close(key, terms.months)
      const numbered = await documents.retryConflicts(() => numberDay(key, terms))
      return numbered && findAt(numbered)
    },

    finishDay: (key) => days.finish(key),

    async find(purchaseId, reason) {
      const pointer = await documents.get<Pointer>(pointerKey({ purchaseId, reason }))
      return pointer && findPaper(pointer.body, purchaseId)
    },

    async listOf(purchaseId) {
      const pointers = await documents.listByKey<Pointer>(orderPk(purchaseId))
      const bills = await Promise.all(pointers.map(({ body }) => findPaper(body, purchaseId)))
      const found = bills.filter((bill) => bill !== null)
      const [invoices, notes] = [
        found.filter(({ kind }) => kind === 'invoice'),
        found.filter(({ kind }) => kind === 'creditNote'),
      ]
      return [...invoices, ...notes.toSorted((one, other) => (one.issuedAt < other.issuedAt ? -1 : 1))]
    },

    async listSeries(series, { limit, after }) {
      const above = after === undefined ? undefined : sortKey(after)
      const found = await documents.listByKey<Bill>(seriesPk(series), { limit, above })
      return found.map(({ body }) => body)
    },

    withLines,

    async findByNumber(number) {
      const [, series, sequence] = /^(.+)\/(\d+)$/.exec(number) ?? []
      return series === undefined ? null : findAt({ series, sequence: Number(sequence) })
    },

    async seriesOfYear(financialYear) {
      const found = await documents.listByKey(yearPk(financialYear))
      return found.map(({ key }) => key.sk)
    },

    async lastSequence(series) {
      return (await documents.get<Counter>(counterKey(series)))?.body.last ?? 0
    },
  }
}

/** Two writes for each bill, one for the counter, and one for a series that begins. */
const BATCH_MAX = Math.floor((COMMIT_MAX - 2) / 2)

function nameOf({ purchaseId, reason }: Pick<BillRequest, 'purchaseId' | 'reason'>) {
  return `${purchaseId} ${reason}`
}
