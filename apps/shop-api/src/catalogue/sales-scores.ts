import { calendarDay } from '@nashta/contracts/dates'
import type { FastifyBaseLogger } from 'fastify'
import type { ProductStore } from './product-store.ts'

const DAY_MS = 86_400_000
/** A sale counts on its own day and on the 89 days after it. */
export const SALES_WINDOW_DAYS = 90
const FULL_WEIGHT_DAYS = 60
/** Browsers poll the product list at the same interval. */
const READ_EVERY_MS = 10_000

/**
 * The weight of a unit that was sold `ageDays` days ago. The weight falls slowly over the last
 * third of the window. So a product keeps its place in the list when a day with many sales leaves
 * the window.
 */
export function saleWeight(ageDays: number): number {
  if (ageDays < 0 || ageDays >= SALES_WINDOW_DAYS) return 0
  if (ageDays <= FULL_WEIGHT_DAYS) return 1
  return (SALES_WINDOW_DAYS - ageDays) / (SALES_WINDOW_DAYS - FULL_WEIGHT_DAYS)
}

/** The calendar day `ageDays` days before `now` (0 is today), in the shop's time zone. */
export function dayBefore(now: Date, ageDays: number): string {
  return calendarDay(new Date(now.getTime() - ageDays * DAY_MS))
}

export type SalesScoresDeps = {
  products: Pick<ProductStore, 'soldOn'>
  now: () => Date
  logger?: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * A product's sales score is the sum of the weights of its sold units. The sales of past days are
 * read once a day, and today's sales at every `read`.
 */
export function createSalesScores({ products, now, logger }: SalesScoresDeps) {
  let past: { day: string; scores: Map<string, number> } | undefined
  let latest: ReadonlyMap<string, number> = new Map()
  let readAt = Number.NEGATIVE_INFINITY

  async function addDay(scores: Map<string, number>, time: Date, age: number) {
    for (const { products_id, units } of await products.soldOn(dayBefore(time, age))) {
      scores.set(products_id, (scores.get(products_id) ?? 0) + units * saleWeight(age))
    }
  }

  async function readPast(time: Date) {
    const scores = new Map<string, number>()
    for (let age = 1; age < SALES_WINDOW_DAYS; age++) await addDay(scores, time, age)
    return { day: calendarDay(time), scores }
  }

  return {
    /** Whether it is time to read again, also after the clock was set back. `time` is in milliseconds. */
    isReadDue: (time: number) => Math.abs(time - readAt) >= READ_EVERY_MS,

    /** The score of each product that was sold. When sales cannot be read, the last scores stay. */
    async read(): Promise<ReadonlyMap<string, number>> {
      const time = now()
      readAt = time.getTime()
      try {
        if (past?.day !== calendarDay(time)) past = await readPast(time)
        const scores = new Map(past.scores)
        await addDay(scores, time, 0)
        latest = scores
      } catch (error) {
        logger?.warn({ err: error }, 'sales could not be read; products stay in their order')
      }
      return latest
    },
  }
}
