import { oncePerTurn } from '@nashta/service-kit/responses/once-per-turn'
import type { ProductStore } from './product-store.ts'
import { dayBefore, SALES_WINDOW_DAYS, saleWeight } from './sales-score.ts'

/** As new as the list that storefronts poll. */
const READ_EVERY_MS = 10_000

export type SalesScoresDeps = { products: ProductStore; now: () => Date }

/** Reads past days once a day and the running one every few seconds. */
export function createSalesScores({ products, now }: SalesScoresDeps) {
  let past: { day: string; scores: Map<string, number> } | undefined
  let readAt = Number.NEGATIVE_INFINITY

  const isDue = oncePerTurn(() => now().getTime() - readAt >= READ_EVERY_MS)

  async function addDay(scores: Map<string, number>, time: Date, age: number) {
    for (const { products_id, units } of await products.soldOn(dayBefore(time, age))) {
      scores.set(products_id, (scores.get(products_id) ?? 0) + units * saleWeight(age))
    }
  }

  async function readPast(time: Date) {
    const scores = new Map<string, number>()
    for (let age = 1; age < SALES_WINDOW_DAYS; age++) await addDay(scores, time, age)
    return { day: dayBefore(time, 0), scores }
  }

  return {
    isDue,

    async read(): Promise<Map<string, number>> {
      const time = now()
      if (past?.day !== dayBefore(time, 0)) past = await readPast(time)
      const scores = new Map(past.scores)
      await addDay(scores, time, 0)
      readAt = time.getTime()
      isDue.forget()
      return scores
    },
  }
}
