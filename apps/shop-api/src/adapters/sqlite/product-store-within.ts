import type { DatabaseSync } from 'node:sqlite'
import { calendarDay } from '@nashta/contracts/dates'
import { asPaise } from '@nashta/contracts/money'
import type { SoldProduct } from '../../purchases/purchase-store.ts'
import { prepareFind } from './product-store-rows.ts'

/** What a purchase does to products inside its own write. */
export type ProductsWithin = {
  /**
   * By the ids asked for, each found as `find` does; those that are not there are left out. `counted` are
   * those of which the shop knows how many there are.
   */
  readWithin: (ids: readonly string[]) => { sold: Map<string, SoldProduct>; counted: Set<string> }

  /** Takes all or nothing: then it says how many there are. Unlimited stock stays so. */
  takeStockWithin: (
    productsId: string,
    quantity: number,
  ) => { taken: true } | { taken: false; available: number }

  /** Puts back what was taken; a product that is gone or unlimited by now stays as it is. */
  giveStockWithin: (productsId: string, quantity: number) => void

  /** Counts towards the sales order of the day at the shop's clock. */
  recordSaleWithin: (productsId: string, units: number, at: Date) => void
}

export function createProductsWithin(connection: DatabaseSync): ProductsWithin {
  const selectSold = prepareFind(connection, 'productsId, name, imageUrl, category, pricePaise, stock')
  const selectStock = connection.prepare('SELECT stock FROM products WHERE productsId = ?')
  const takeStock = connection.prepare(
    'UPDATE products SET stock = stock - @quantity WHERE productsId = @productsId AND stock >= @quantity',
  )
  const giveStock = connection.prepare('UPDATE products SET stock = stock + ? WHERE productsId = ?')
  const addSale = connection.prepare(`
    INSERT INTO sales (day, productsId, units) VALUES (?, ?, ?)
    ON CONFLICT (day, productsId) DO UPDATE SET units = units + excluded.units
  `)

  return {
    readWithin(ids) {
      const sold = new Map<string, SoldProduct>()
      const counted = new Set<string>()
      for (const id of ids) {
        const row = selectSold(id) as SoldRow | undefined
        if (!row) continue
        const { productsId, pricePaise, stock, ...said } = row
        sold.set(id, { ...said, products_id: productsId, pricePaise: asPaise(pricePaise) })
        if (stock !== null) counted.add(productsId)
      }
      return { sold, counted }
    },
    takeStockWithin(productsId, quantity) {
      if (takeStock.run({ productsId, quantity }).changes === 1) return { taken: true }
      const stock = selectStock.get(productsId)?.['stock']
      return stock === null ? { taken: true } : { taken: false, available: Number(stock ?? 0) }
    },
    giveStockWithin(productsId, quantity) {
      giveStock.run(quantity, productsId)
    },
    recordSaleWithin(productsId, units, at) {
      addSale.run(calendarDay(at), productsId, units)
    },
  }
}

type SoldRow = Omit<SoldProduct, 'products_id' | 'pricePaise'> & {
  productsId: string
  pricePaise: number
  stock: number | null
}
