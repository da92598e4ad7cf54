import { calendarDay } from '@nashta/contracts/dates'
import type { Shop } from '@nashta/contracts/shop/shop'
import { FRESH_DAYS, FRESH_PERCENT } from '@nashta/contracts/shop/shop-fields'
import type { Batch } from './batch-book.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Freshness = Pick<Shop, 'freshPercent' | 'freshDays' | 'delivery'>

/**
 * The first best-before day that can be sent today: at delivery, the smaller of a share of the shelf life
 * and a number of days must be left. Of a product whose shelf life is unknown, the days.
 */
export function firstSendableDay(shop: Freshness, shelfLifeDays: number | undefined, now: Date): string {
  const { freshPercent = FRESH_PERCENT, freshDays = FRESH_DAYS } = shop
  const share = shelfLifeDays === undefined ? freshDays : Math.ceil((shelfLifeDays * freshPercent) / 100)
  const days = Math.min(share, freshDays) + longestDelivery(shop)
  return calendarDay(new Date(now.getTime() + days * DAY_MS))
}

/** The days of the slowest zone, because the zone of a unit in stock is not known yet. */
function longestDelivery({ delivery: { zones, rest } }: Freshness) {
  return Math.max(...[...zones, rest].map(({ delivers, days }) => (delivers ? days : 0)))
}

export function isTooOld({ bestBefore }: Batch, firstDay: string): boolean {
  return bestBefore !== undefined && bestBefore < firstDay
}
