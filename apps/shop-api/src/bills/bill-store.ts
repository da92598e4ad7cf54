import { COMMIT_MAX, type Documents, type DocumentWrite } from '@nashta/documents/documents'
import { billNumber, financialYearOf, keptUntil, seriesOf } from './bill-number.ts'
import type { Bill, BillContent, BillReason } from './bill.ts'

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
   * order has a bill for this reason already, returns that one and gives no number.
   */
  issue(request: BillRequest): Promise<Bill>

  find(purchaseId: string, reason: BillReason): Promise<Bill | null>

  /** The bill of the order, if there is one, and then its credit notes. */
  listOf(purchaseId: string): Promise<Bill[]>

  /** The bills of a series, such as `INV/2627`, by their numbers; at most `limit`, after `after`. */
  listSeries(series: string, page: { limit: number; after?: number | undefined }): Promise<Bill[]>

  /** The bill with this number: `INV/2627/0001`. */
  findByNumber(number: string): Promise<Bill | null>

  /** The series that have numbers of a financial year. */
  seriesOfYear(financialYear: string): Promise<string[]>

  /** The last number of a series; 0 if it has none. */
  lastSequence(series: string): Promise<number>
}

type Counter = { last: number; issuedAt: string }
type Pointer = { series: string; sequence: number }

export function createBillStore({ documents, now }: { documents: Documents; now: () => Date }): BillStore {
  async function findAt({ series, sequence }: Pointer): Promise<Bill | null> {
    return (await documents.get<Bill>(billKey(series, sequence)))?.body ?? null
  }

  /** All requests have the same prefix. Those whose order has the bill already get no number. */
  async function issueAll(requests: readonly BillRequest[], prefix: string): Promise<Map<string, Bill>> {
    const time = now()
    const series = seriesOf(prefix, time)
    const [counter, ...pointers] = await Promise.all([
      documents.get<Counter>(counterKey(series)),
      ...requests.map((request) => documents.get<Pointer>(pointerKey(request))),
    ])
    const earlier = await Promise.all(pointers.map(async (pointer) => pointer && findAt(pointer.body)))
    const bills = new Map<string, Bill>()
    const writes: DocumentWrite[] = []
    let sequence = counter?.body.last ?? 0
    // The clocks of processes differ a little, and numbers must rise with the dates.
    const issuedAt = [counter?.body.issuedAt ?? '', time.toISOString()].toSorted().at(-1) ?? ''
    for (const [index, request] of requests.entries()) {
      const key = nameOf(request)
      const known = earlier[index] ?? bills.get(key)
      if (known) {
        bills.set(key, known)
        continue
      }
      sequence += 1
      const number = billNumber(series, sequence)
      const bill: Bill = { ...request.content, of: request.reason, number, sequence, issuedAt }
      const expiresAt = keptUntil(time, request.months)
      bills.set(key, bill)
      writes.push(
        { put: { key: billKey(series, sequence), body: bill, expiresAt }, seen: null },
        {
          put: { key: pointerKey(request), body: { series, sequence }, expiresAt },
          seen: pointers[index] ?? null,
        },
      )
    }
    if (writes.length === 0) return bills
    const counted = { put: { key: counterKey(series), body: { last: sequence, issuedAt } }, seen: counter }
    const begun = { put: { key: { pk: yearPk(financialYearOf(time)), sk: series }, body: {} }, seen: null }
    await documents.commit([counted, ...(counter ? [] : [begun]), ...writes])
    return bills
  }

  const batches = createBatches(async (prefix, requests) =>
    documents.retryConflicts(() => issueAll(requests, prefix)),
  )

  return {
    async issue(request) {
      const bill = (await batches.add(request.prefix, request)).get(nameOf(request))
      if (!bill) throw new Error('A request has got no bill')
      return bill
    },

    async find(purchaseId, reason) {
      const pointer = await documents.get<Pointer>(pointerKey({ purchaseId, reason }))
      return pointer && findAt(pointer.body)
    },

    async listOf(purchaseId) {
      const pointers = await documents.listByKey<Pointer>(orderPk(purchaseId))
      const bills = await Promise.all(pointers.map(({ body }) => findAt(body)))
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

/**
 * Requests that come while a commit is in flight share the next one, so that many hand-overs at once do
 * not wait for each other's commits.
 */
function createBatches<Result>(
  commit: (prefix: string, requests: readonly BillRequest[]) => Promise<Result>,
) {
  type Waiting = { request: BillRequest; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const queues = new Map<string, Waiting[]>()

  async function workOff(prefix: string, queue: Waiting[]) {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_MAX)
      try {
        const result = await commit(
          prefix,
          batch.map(({ request }) => request),
        )
        for (const { resolve } of batch) resolve(result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(prefix)
  }

  return {
    add(prefix: string, request: BillRequest): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const waiting = { request, resolve, reject }
      const queue = queues.get(prefix)
      if (queue) {
        queue.push(waiting)
      } else {
        const started = [waiting]
        queues.set(prefix, started)
        void workOff(prefix, started)
      }
      return promise
    },
  }
}

/** Two writes for each bill, one for the counter, and one for a series that begins. */
const BATCH_MAX = Math.floor((COMMIT_MAX - 2) / 2)

function nameOf({ purchaseId, reason }: Pick<BillRequest, 'purchaseId' | 'reason'>) {
  return `${purchaseId} ${reason}`
}

function pointerKey({ purchaseId, reason }: Pick<BillRequest, 'purchaseId' | 'reason'>) {
  return { pk: orderPk(purchaseId), sk: reason }
}

function orderPk(purchaseId: string) {
  return `order-bills#${purchaseId}`
}

function seriesPk(series: string) {
  return `bills#${series}`
}

function sortKey(sequence: number) {
  return String(sequence).padStart(7, '0')
}

function billKey(series: string, sequence: number) {
  return { pk: seriesPk(series), sk: sortKey(sequence) }
}

/** The counter never expires. */
function counterKey(series: string) {
  return { pk: `bill-counter#${series}`, sk: 'counter' }
}

/** A financial year's list of its series. */
function yearPk(financialYear: string) {
  return `bill-series#${financialYear}`
}
