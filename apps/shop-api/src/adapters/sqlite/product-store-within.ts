import { calendarDay } from '@nashta/contracts/dates'
import { asPaise } from '@nashta/contracts/money'
import type { Database } from '@nashta/sqlite/database'
import type { SoldProduct } from '../../purchases/purchase-store.ts'
import { prepareFind } from './product-store-rows.ts'
import { createSoldMemory, type Sold } from './sold-memory.ts'

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
  recordSalesWithin: (lines: readonly { productId: string; quantity: number }[], at: Date) => void
}

export function createProductsWithin({ connection, onceDurable }: Database): ProductsWithin {
  const selectSold = prepareFind(connection, 'productsId, name, imageUrl, category, pricePaise, stock')
  const selectVersion = connection.prepare('SELECT version FROM catalogue')
  const selectStock = connection.prepare('SELECT stock FROM products WHERE productsId = ?')
  const takeStock = connection.prepare(`
    UPDATE products SET stock = stock - @quantity, revision = (SELECT revision + 1 FROM catalogue)
    WHERE productsId = @productsId AND stock >= @quantity
  `)
  const giveStock = connection.prepare('UPDATE products SET stock = stock + ? WHERE productsId = ?')
  const addSale = connection.prepare(`
    INSERT INTO sales (day, productsId, units) VALUES (?, ?, ?)
    ON CONFLICT (day, productsId) DO UPDATE SET units = units + excluded.units
  `)

  const memory = createSoldMemory()

  function readSold(id: string, version: number): Sold | null {
    const known = memory.get(id, version)
    if (known) return known
    const row = selectSold(id) as SoldRow | undefined
    if (!row) return null
    const { productsId, pricePaise, stock, ...said } = row
    const product = { ...said, products_id: productsId, pricePaise: asPaise(pricePaise) }
    const sold = { product, isCounted: stock !== null }
    onceDurable(() => memory.keep(id, version, sold))
    return sold
  }

  return {
    readWithin(ids) {
      const version = Number(selectVersion.get()?.['version'])
      const sold = new Map<string, SoldProduct>()
      const counted = new Set<string>()
      for (const id of ids) {
        const found = readSold(id, version)
        if (!found) continue
        sold.set(id, found.product)
        if (found.isCounted) counted.add(found.product.products_id)
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
    recordSalesWithin(lines, at) {
      const day = calendarDay(at)
      for (const { productId, quantity } of lines) addSale.run(day, productId, quantity)
    },
  }
}

type SoldRow = Omit<SoldProduct, 'products_id' | 'pricePaise'> & {
  productsId: string
  pricePaise: number
  stock: number | null
}
