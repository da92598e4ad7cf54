import type { DatabaseSync } from 'node:sqlite'
import { calendarDay } from '@nashta/contracts/dates'
import type { ProductRecord } from '../../catalogue/product-store.ts'

/** What a purchase does to products inside its own write. */
export type ProductsWithin = {
  /** By the ids asked for, each found as `find` does; those that are not there are left out. */
  readWithin: (ids: readonly string[]) => Map<string, ProductRecord>

  /** Takes all or nothing; `available` is what there was before. Unlimited stock stays so. */
  takeStockWithin: (productsId: string, quantity: number) => { taken: boolean; available: number }

  /** Puts back what was taken; a product that is gone or unlimited by now stays as it is. */
  giveStockWithin: (productsId: string, quantity: number) => void

  /** Counts towards the sales order of the day at the shop's clock. */
  recordSaleWithin: (productsId: string, units: number, at: Date) => void
}

export function createProductsWithin(
  connection: DatabaseSync,
  find: (id: string) => ProductRecord | null,
): ProductsWithin {
  const selectStock = connection.prepare('SELECT stock FROM products WHERE productsId = ?')
  const moveStock = connection.prepare(
    'UPDATE products SET stock = stock + @units WHERE productsId = @productsId',
  )
  const addSale = connection.prepare(`
    INSERT INTO sales (day, productsId, units) VALUES (@day, @productsId, @units)
    ON CONFLICT (day, productsId) DO UPDATE SET units = units + excluded.units
  `)

  return {
    readWithin(ids) {
      const found = new Map<string, ProductRecord>()
      for (const id of ids) {
        const product = find(id)
        if (product) found.set(id, product)
      }
      return found
    },
    takeStockWithin(productsId, quantity) {
      const row = selectStock.get(productsId)
      if (!row) return { taken: false, available: 0 }
      if (row['stock'] === null) return { taken: true, available: Number.POSITIVE_INFINITY }

      const available = Number(row['stock'])
      if (available < quantity) return { taken: false, available }
      moveStock.run({ productsId, units: -quantity })
      return { taken: true, available }
    },
    giveStockWithin(productsId, quantity) {
      moveStock.run({ productsId, units: quantity })
    },
    recordSaleWithin(productsId, units, at) {
      addSale.run({ productsId, units, day: calendarDay(at) })
    },
  }
}
