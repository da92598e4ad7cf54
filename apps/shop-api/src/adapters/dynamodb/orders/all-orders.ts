import { readItems } from '@nashta/dynamodb/read-items'
import { isErased } from '../../../orders/order/order-state.ts'
import type { OrderRecord } from '../../../orders/order/purchase-store.ts'
import {
  type AllOrders,
  type IdRange,
  matchesFilter,
  NO_WORK,
  OPEN_WORK,
  type OrderFilter,
} from '../../../orders/search/all-orders.ts'
import { listBySteps, type SearchStep, type StepPage } from '../../../orders/search/search-steps.ts'
import { hasPrefixes, hasTerms } from '../../../orders/search/search-terms.ts'
import type { ShopTables } from '../tables.ts'
import type { OrderBatches, OrderLocation } from './order-batches.ts'
import { orderKey, toStoredOrder } from './order-items.ts'
import { createOrderListQueries } from './order-list-queries.ts'
import { createOrderReads } from './order-reads.ts'
import { createOrderTermQueries } from './order-term-queries.ts'
import { readOrderTotals } from './order-totals.ts'

/**
 * A page ends after about this many orders were read, even if few of them match. The next page
 * continues with the orders that were not read.
 */
const READ_MAX = 500

/** The orders that may match a filter and a search step. */
type Candidates = {
  batches: OrderBatches
  /** The candidates that `batches` lacks have smaller ids than this id. Null when it lacks none. */
  nextBefore: string | null
}

/** `list` finds candidates by search terms, by their work, or day by day, and checks each of them. */
export function createDynamoAllOrders(shop: ShopTables, readMax = READ_MAX): AllOrders {
  const table = shop.tables.purchases
  const orders = createOrderReads(shop)
  const listQueries = createOrderListQueries(shop)
  const termQueries = createOrderTermQueries(shop)

  async function findCandidates(
    { work }: OrderFilter,
    step: SearchStep,
    range: IdRange,
    size: number,
  ): Promise<Candidates> {
    const batches = await findBySearch(step, range, size)
    if (batches) return { batches, nextBefore: null }
    if (work !== undefined) return { batches: listQueries.withWork(work, range, size), nextBefore: null }
    return listQueries.ofNewestDays(range, size)
  }

  /** Null when the step has neither a term nor prefixes that can be looked up. */
  async function findBySearch(step: SearchStep, range: IdRange, size: number) {
    if (step.kind === 'prefixes') return termQueries.withPrefixes(step.interpretations, range, size)
    // Orders are looked up by the first term only. `matches` checks all terms.
    const [term] = step.terms
    return term === undefined ? null : termQueries.withTerm(term, range, size)
  }

  async function readOrders(found: readonly OrderLocation[]): Promise<OrderRecord[]> {
    const keys = found.map(({ userId, purchaseId }) => ({ table, key: orderKey(userId, purchaseId) }))
    const items = (await readItems(shop.client, keys)).get(table) ?? []
    const byId = new Map(items.map((item) => [item['purchaseId'], item]))
    return found.flatMap(({ purchaseId }) => {
      const item = byId.get(purchaseId)
      return item ? [toStoredOrder(item).order] : []
    })
  }

  async function matches(order: OrderRecord, filter: OrderFilter, step: SearchStep) {
    if (!matchesFilter(order, filter) || !matchesStep(order, step)) return false
    if (!filter.isNewestOfShopper) return true
    // Each erased order has its own user id, so it would be the newest of that user.
    if (isErased(order)) return false
    const [newest] = await orders.listPage(order.userId, 1, filter.before)
    return newest?.purchaseId === order.purchaseId
  }

  async function listStep(
    filter: OrderFilter,
    step: SearchStep,
    range: IdRange,
    limit: number,
  ): Promise<StepPage> {
    // DynamoDB refuses a query whose range ends before it begins.
    if (range.first >= range.end) return { orders: [], nextBefore: null }
    const found: OrderRecord[] = []
    let readCount = 0
    // One order more than the limit shows whether there is a next page.
    const { batches, nextBefore } = await findCandidates(filter, step, range, limit + 1)
    for await (const batch of batches) {
      for (const order of await readOrders(batch)) {
        if (!(await matches(order, filter, step))) continue
        const isPageFull = found.length === limit
        // The next page begins with `order`, because it continues after the last found order.
        if (isPageFull) return { orders: found, nextBefore: found.at(-1)?.purchaseId ?? null }
        found.push(order)
      }
      readCount += batch.length
      const isReadLimitReached = readCount >= readMax
      if (isReadLimitReached) return { orders: found, nextBefore: batch.at(-1)?.purchaseId ?? null }
    }
    return { orders: found, nextBefore }
  }

  return {
    async list(filter, page) {
      return listBySteps(filter, page, (step, range, limit) => listStep(filter, step, range, limit))
    },
    async oldestToPack(limit) {
      const oldest = await readOrders(await listQueries.oldestWithWork('pack', limit))
      const toPack = oldest.filter((order) => matchesFilter(order, { work: 'pack' }))
      return toPack.map(({ purchaseId }) => purchaseId)
    },
    async countByWork() {
      const counts = await Promise.all(
        OPEN_WORK.map(async (work) => [work, await listQueries.countWithWork(work)] as const),
      )
      return { ...NO_WORK, ...Object.fromEntries(counts) }
    },
    totalsOf: (days) => readOrderTotals(shop, days),
  }
}

function matchesStep(order: OrderRecord, step: SearchStep) {
  return step.kind === 'terms' ? hasTerms(order, step.terms) : hasPrefixes(order, step.interpretations)
}
