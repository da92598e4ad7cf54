import type { ShopCalendar } from '@nashta/contracts/open-time'
import type { ShopStore } from './shop-store.ts'

/** A time, and when the shop is closed. Some deadlines and dates depend on both. */
export type ShopTime = { at: Date; calendar: ShopCalendar }

export async function readShopTime({ shop, now }: { shop: ShopStore; now: () => Date }): Promise<ShopTime> {
  return { at: now(), calendar: await shop.read() }
}
