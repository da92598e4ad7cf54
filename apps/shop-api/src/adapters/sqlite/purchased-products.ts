import { calendarDay } from '@nashta/contracts/dates'
import type { Database } from '@nashta/sqlite/database'
import type { ProductRecord } from '../../catalogue/product-store.ts'
import type { SoldProduct } from '../../purchases/purchase-store.ts'

/** The changes of stock and sales that a purchase makes inside its own write. */
export type PurchasedProducts = {
  /**
   * The products by the ids asked for, each found as by `find`; unknown ids are left out. `counted` has the ids of
   * products with limited stock.
   */
  readWithin: (ids: readonly string[]) => { sold: Map<string, SoldProduct>; counted: Set<string> }

  /** Takes the whole quantity or nothing, and then returns how many there are. Unlimited stock is not counted. */
  takeStockWithin: (
    productsId: string,
    quantity: number,
  ) => { taken: true } | { taken: false; available: number }

  /** Puts stock back. A product that was removed, or has unlimited stock by now, is left as it is. */
  giveStockWithin: (productsId: string, quantity: number) => void

  /** Adds to the sales of the day at the shop's clock. */
  recordSalesWithin: (lines: readonly { productId: string; quantity: number }[], at: Date) => void
}

export function createPurchasedProducts(
  { prepare }: Database,
  find: (id: string) => ProductRecord | null,
): PurchasedProducts {
  const selectStock = prepare<{ stock: number | null }>('SELECT stock FROM products WHERE productsId = ?')
  const takeStock = prepare(`
    UPDATE products SET stock = stock - @quantity, changeNumber = (SELECT lastChange + 1 FROM catalogue)
    WHERE productsId = @productsId AND stock >= @quantity
  `)
  const giveStock = prepare('UPDATE products SET stock = stock + ? WHERE productsId = ?')
  const addSale = prepare(`
    INSERT INTO sales (day, productsId, units) VALUES (?, ?, ?)
    ON CONFLICT (day, productsId) DO UPDATE SET units = units + excluded.units
  `)

  return {
    readWithin(ids) {
      const sold = new Map<string, SoldProduct>()
      const counted = new Set<string>()
      for (const id of ids) {
        const product = find(id)
        if (!product) continue
        const { products_id, name, imageUrl, category, pricePaise, stock } = product
        sold.set(id, { products_id, name, imageUrl, category, pricePaise })
        if (stock !== undefined) counted.add(products_id)
      }
      return { sold, counted }
    },
    takeStockWithin(productsId, quantity) {
      if (takeStock.run({ productsId, quantity }).changes === 1) return { taken: true }
      const stock = selectStock.get(productsId)?.stock
      return stock === null ? { taken: true } : { taken: false, available: stock ?? 0 }
    },
    giveStockWithin(productsId, quantity) {
      giveStock.run(quantity, productsId)
    },
    recordSalesWithin(lines, at) {
      const day = calendarDay(at)
      for (const { productId, quantity } of lines) addSale.run(day, productId, quantity)
    },
  }
}
