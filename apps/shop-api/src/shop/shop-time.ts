import type { ShopStore } from './shop-store.ts'

/** A time, and the days on which the shop is closed. Some deadlines and dates depend on both. */
export type ShopTime = { at: Date; closedDays: readonly string[] }

export async function readShopTime({ shop, now }: { shop: ShopStore; now: () => Date }): Promise<ShopTime> {
  const { closedDays = [] } = await shop.read()
  return { at: now(), closedDays }
}
