import type { DatabaseSync } from 'node:sqlite'
import { calendarDay } from '@nashta/contracts/dates'
import { asPaise } from '@nashta/contracts/money'
import type { SoldProduct } from '../../purchases/purchase-store.ts'
import { prepareFind } from './product-store-rows.ts'

/** What a purchase does to products inside its own write. */
export type ProductsWithin = {
  /** By the ids asked for, each found as `find` does; those that are not there are left out. */
  readWithin: (ids: readonly string[]) => Map<string, SoldProduct>

  /** Takes all or nothing; `available` is what there was before. Unlimited stock stays so. */
  takeStockWithin: (productsId: string, quantity: number) => { taken: boolean; available: number }

  /** Puts back what was taken; a product that is gone or unlimited by now stays as it is. */
  giveStockWithin: (productsId: string, quantity: number) => void

  /** Counts towards the sales order of the day at the shop's clock. */
  recordSaleWithin: (productsId: string, units: number, at: Date) => void
}

export function createProductsWithin(connection: DatabaseSync): ProductsWithin {
  const selectSold = prepareFind(connection, 'productsId, name, imageUrl, category, pricePaise')
  const selectStock = connection.prepare('SELECT stock FROM products WHERE productsId = ?')
  const moveStock = connection.prepare('UPDATE products SET stock = stock + ? WHERE productsId = ?')
  const addSale = connection.prepare(`
    INSERT INTO sales (day, productsId, units) VALUES (?, ?, ?)
    ON CONFLICT (day, productsId) DO UPDATE SET units = units + excluded.units
  `)

  return {
    readWithin(ids) {
      const found = new Map<string, SoldProduct>()
      for (const id of ids) {
        const row = selectSold(id) as SoldRow | undefined
        if (!row) continue
        const { productsId, name, imageUrl, category, pricePaise } = row
        found.set(id, { products_id: productsId, name, imageUrl, category, pricePaise: asPaise(pricePaise) })
      }
      return found
    },
    takeStockWithin(productsId, quantity) {
      const row = selectStock.get(productsId)
      if (!row) return { taken: false, available: 0 }
      if (row['stock'] === null) return { taken: true, available: Number.POSITIVE_INFINITY }

      const available = Number(row['stock'])
      if (available < quantity) return { taken: false, available }
      moveStock.run(-quantity, productsId)
      return { taken: true, available }
    },
    giveStockWithin(productsId, quantity) {
      moveStock.run(quantity, productsId)
    },
    recordSaleWithin(productsId, units, at) {
      addSale.run(calendarDay(at), productsId, units)
    },
  }
}

type SoldRow = Omit<SoldProduct, 'products_id' | 'pricePaise'> & { productsId: string; pricePaise: number }
