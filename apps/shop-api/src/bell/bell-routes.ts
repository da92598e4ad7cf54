import * as contract from '@nashta/contracts/bell/bell'
import type { Caller, EmailOf } from '@nashta/service-kit/auth/authorise'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { listLowOnStock } from '../catalogue/admin/product-grid.ts'
import type { ProductStore } from '../catalogue/product-store.ts'
import type { AllOrders } from '../orders/search/all-orders.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'
import type { BellStore } from './bell.ts'

export type BellRoutesDeps = {
  bell: BellStore
  allOrders: AllOrders
  tickets: TicketStore
  products: ProductStore
  emailOf: EmailOf
  now: () => Date
}

/** Counts are cached for this long, because every open desk polls them. */
const CACHED_MS = 2000

export function bellRoutes(deps: BellRoutesDeps): Route[] {
  const { bell, allOrders, tickets, products } = deps

  async function count() {
    const [work, complaints, lowOnStock, newestOf] = await Promise.all([
      allOrders.countByWork(),
      tickets.countNotClosed(),
      listLowOnStock(products),
      Promise.all(
        (['confirm', 'pack'] as const).map((state) => allOrders.list({ work: state }, { limit: 1 })),
      ),
    ])
    const counts: Record<contract.BellEventKind, number> = {
      order: work.confirm + work.pack,
      paid: work.findPayment,
      complaint: complaints,
      problem: work.problem,
      stock: lowOnStock.length,
    }
    const newest = newestOf.flatMap(({ orders }) => orders.map(({ purchaseId }) => purchaseId)).toSorted()
    return { counts, newest: newest.at(-1) ?? '' }
  }

  let cached: { at: number; result: ReturnType<typeof count> } | undefined

  function countCached() {
    const at = deps.now().getTime()
    if (cached && at < cached.at + CACHED_MS) return cached.result
    const result = count()
    cached = { at, result }
    // A failed count is not cached.
    result.catch(() => (cached = undefined))
    return result
  }

  async function replyTo({ groups }: Caller, email: string | null, choices: contract.BellChoices) {
    const audible = contract.audibleEvents(groups)
    const { counts, newest } = await countCached()
    const sum = audible.reduce((total, kind) => total + counts[kind], 0)
    return { data: { choices, audible, email, count: sum, newest } }
  }

  const visitorOf = async (caller: Caller) => {
    const { sub, groups } = caller
    return { sub, groups, email: await deps.emailOf(caller) }
  }

  return [
    route(contract.getBell, async ({ caller }) => {
      const visitor = await visitorOf(caller)
      return replyTo(caller, visitor.email, await bell.look(visitor))
    }),
    route(contract.setBell, async ({ caller, body }) => {
      const visitor = await visitorOf(caller)
      return replyTo(caller, visitor.email, await bell.choose(visitor, body))
    }),
  ]
}
