import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Documents } from '@nashta/documents/documents'
import { isGuestId } from '../orders/order/guest-orders.ts'
import { isCounted } from '../orders/order/order-work.ts'
import { idPrefixOf } from '../orders/order/purchase-id.ts'
import type { OrderRecord, PurchaseStore } from '../orders/order/purchase-store.ts'
import { guestEmailKey } from '../orders/order/unpaid-orders.ts'
import type { AllOrders, DayTotals } from '../orders/search/all-orders.ts'
import {
  addFigures,
  type DayFigures,
  figuresOf,
  fromStored,
  noFigures,
  type StoredFigures,
  toStored,
} from './day-figures.ts'
import { momentsOf } from './days.ts'

/** `stamp` says for which orders of the day the figures are (see `stampOf`). */
type StoredDay = { stamp: string; at: string; figures: StoredFigures }
type KnownDay = { stamp: string; at: number; figures: DayFigures }

type FigureDeps = {
  documents: Documents
  allOrders: AllOrders
  purchases: PurchaseStore
  now: () => Date
  ordersReadMax?: number
}

/** The days of two years stay in memory. */
const DAYS_KEPT = 732
const PAGE = 100
/** The order itself and the one before, which nearly always tells that the buyer is no new one. */
const FIRST_PAGE_OF_BUYER = 2
const PAGE_OF_BUYER = 20
/** One call reads the orders of further days until it has read so many, which takes about a second. */
const ORDERS_READ_MAX = 2000
/** A busy day that changes all the time is read again once in a minute. */
const BUSY_ORDERS = 500
const BUSY_AGE_MS = 60_000

/**
 * What the orders of each day are made of. The totals of a day, which change with each of its orders, say
 * whether its figures are still right; if not, the orders of the day are read again.
 */
export function createFigureStore({
  documents,
  allOrders,
  purchases,
  now,
  ordersReadMax = ORDERS_READ_MAX,
}: FigureDeps) {
  const known = new Map<string, KnownDay>()
  const reading = new Map<string, Promise<DayFigures>>()

  /** The figures that are right for these totals; null if the orders must be read. */
  async function find(totals: DayTotals): Promise<DayFigures | null> {
    const { day } = totals
    const inMemory = known.get(day)
    if (inMemory && isRight(inMemory, totals)) return inMemory.figures
    const stored = await documents.get<StoredDay>(keyOf(day))
    if (!stored) return null
    const { stamp, at, figures } = stored.body
    const entry = remember(day, { stamp, at: Date.parse(at), figures: fromStored(figures) })
    return isRight(entry, totals) ? entry.figures : null
  }

  function remember(day: string, entry: KnownDay) {
    known.delete(day)
    known.set(day, entry)
    for (const oldest of [...known.keys()].slice(0, -DAYS_KEPT)) known.delete(oldest)
    return entry
  }

  function isRight(entry: KnownDay, totals: DayTotals) {
    if (entry.stamp === stampOf(totals)) return true
    const age = now().getTime() - entry.at
    return entry.figures.orders > BUSY_ORDERS && age >= 0 && age < BUSY_AGE_MS
  }

  async function readOrders(totals: DayTotals): Promise<DayFigures> {
    const figures = noFigures()
    let cursor: string | undefined
    do {
      const page = await allOrders.list(momentsOf(totals.day), { limit: PAGE, cursor })
      for (const order of page.orders) {
        const added = isCounted(order) ? figuresOf(order, await isFirstSold(order)) : null
        if (added) addFigures(figures, added)
      }
      cursor = page.next ?? undefined
      // Visitors are served between two pages.
      await nextTurn()
    } while (cursor !== undefined)
    const at = now()
    const stamp = stampOf(totals)
    remember(totals.day, { stamp, at: at.getTime(), figures })
    const body: StoredDay = { stamp, at: at.toISOString(), figures: toStored(figures) }
    await documents.retryConflicts(async () => {
      const seen = await documents.get<StoredDay>(keyOf(totals.day))
      await documents.commit([{ put: { key: keyOf(totals.day), body }, seen }])
    })
    return figures
  }

  /**
   * Whether no other order of the person was confirmed before this one. A later cancellation changes
   * nothing, so the figures of a day depend on no other day. A guest is known by the e-mail address.
   */
  async function isFirstSold(order: OrderRecord): Promise<boolean> {
    const { userId, email } = order
    const isSoldEarlier = (other: OrderRecord) => soldKey(other) < soldKey(order)
    if (isGuestId(userId)) {
      // Earlier orders of a guest are found by the e-mail address only.
      if (email === null) return false
      return !(await purchases.listByBuyerKey(guestEmailKey(email))).some(isSoldEarlier)
    }
    const soldAt = confirmedAt(order)
    // What was placed later than this order was confirmed was confirmed later, too. Of a shopper with many
    // orders, the one before is on the first page.
    let before = soldAt === NEVER ? undefined : idPrefixOf(new Date(Date.parse(soldAt) + 1))
    for (let limit = FIRST_PAGE_OF_BUYER; ; limit = PAGE_OF_BUYER) {
      const page = await purchases.list(userId, { limit, before })
      if (page.some(isSoldEarlier)) return false
      if (page.length < limit) return true
      before = page.at(-1)?.purchaseId
    }
  }

  function readOnce(totals: DayTotals): Promise<DayFigures> {
    const { day } = totals
    const busy = reading.get(day) ?? readOrders(totals).finally(() => reading.delete(day))
    reading.set(day, busy)
    return busy
  }

  return {
    /** Reads the orders of days whose figures are missing or not right any more, so that no screen waits for it. */
    async prepare(days: readonly DayTotals[], signal?: AbortSignal): Promise<void> {
      for (const totals of days.filter(({ changes }) => changes > 0).toReversed()) {
        if (signal?.aborted) return
        if (!(await find(totals))) await readOnce(totals)
      }
    },

    /**
     * The figures of days that have orders, by day. Days whose orders are not read yet are missing, and
     * counted in `pendingDays`; the next call reads more of them.
     */
    async read(
      days: readonly DayTotals[],
    ): Promise<{ figures: Map<string, DayFigures>; pendingDays: number }> {
      const figures = new Map<string, DayFigures>()
      let [pendingDays, read] = [0, 0]
      for (const totals of days.filter(({ changes }) => changes > 0).toReversed()) {
        const { day } = totals
        const found = await find(totals)
        if (found) {
          figures.set(day, found)
          continue
        }
        if (read > 0 && read >= ordersReadMax) {
          pendingDays += 1
          continue
        }
        const fresh = await readOnce(totals)
        figures.set(day, fresh)
        read += fresh.orders
      }
      return { figures, pendingDays }
    },
  }
}

export type FigureStore = ReturnType<typeof createFigureStore>

const keyOf = (day: string) => ({ pk: 'figures', sk: day })

/** Changes whenever an order of the day is counted or changes what it counts. */
function stampOf({ changes, hours }: DayTotals): string {
  const orders = hours.reduce((sum, hour) => sum + hour.orders, 0)
  const revenue = hours.reduce((sum, hour) => sum + hour.revenuePaise, 0)
  return `${changes} ${orders} ${revenue}`
}

const NEVER = '~'

function soldKey(order: OrderRecord): string {
  return `${confirmedAt(order)} ${order.purchaseId}`
}

function confirmedAt({ timeline }: OrderRecord): string {
  return timeline.find(({ kind }) => kind === 'confirmed')?.at ?? NEVER
}
