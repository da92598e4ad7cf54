import { calendarDay } from '@nashta/contracts/dates'
import type { Database } from '@nashta/sqlite/database'
import { LRUCache } from 'lru-cache'
import { isPublished } from '../../catalogue/product.ts'
import type { StockCause } from '../../catalogue/stock/stock-entry.ts'
import type { SoldProduct } from '../../orders/order/purchase-store.ts'
import { prepareAddStockEntry } from './stock-entries.ts'

type DatedCause = StockCause & { at: string }

/**
 * Reads and changes the products of a purchase. The functions must be called inside the database's
 * `write`.
 */
export type PurchasedProducts = {
  /** Finds products by `products_id` or `id`. */
  readPurchasedProducts: (ids: readonly string[]) => {
    /** Maps each requested id to its product. Drafts and unknown ids are left out. */
    publishedProducts: Map<string, SoldProduct>
    /**
     * The `products_id` of each product whose stock is counted. Drafts are included, because a
     * cancelled order returns the stock of a draft too.
     */
    countedIds: Set<string>
    /** The requested ids of products that exist, drafts included. */
    knownIds: Set<string>
  }

  /** Undefined for a product whose units are not counted. */
  stockLeft: (productsId: string) => number | undefined

  /**
   * Takes the whole quantity, or nothing when too few units are available. Unlimited stock stays
   * unlimited.
   */
  takeStock: (
    productsId: string,
    quantity: number,
    cause: DatedCause,
  ) => { taken: true } | { taken: false; available: number }

  /** Changes nothing when the product was removed or now has unlimited stock. */
  returnStock: (productsId: string, quantity: number, cause: DatedCause) => void

  /** Adds units, which may be negative, to the sales of the day. The day is that of `at` in Indian time. */
  changeSales: (units: readonly { productId: string; quantity: number }[], at: Date) => void
}

type SoldRow = Omit<SoldProduct, 'packLabel' | 'hsn' | 'gstRate' | 'laterGstRates' | 'netQuantity'> & {
  packLabel: string | null
  hsn: string | null
  gstRate: SoldProduct['gstRate'] | null
  laterGstRates: string | null
  netQuantity: string | null
  published: string | null
}

const SELECT_SOLD = `
  SELECT productsId AS products_id, name, packLabel, imageUrl, category, pricePaise, hsn, gstRate, laterGstRates, netQuantity,
    published
  FROM products
`

const CACHED_PRODUCTS_MAX = 10_000

/** A product that exists, drafts included. */
type KnownProduct = { product: SoldProduct; isPublished: boolean }

export function createPurchasedProducts(database: Database): PurchasedProducts {
  const { prepare } = database
  const addStockEntry = prepareAddStockEntry(database)
  const selectVersion = prepare<{ version: number }>('SELECT lastChangeExceptStock AS version FROM catalogue')
  const findKnown = createKnownProducts(database)
  const selectStock = prepare<{ stock: number | null }>('SELECT stock FROM products WHERE productsId = ?')
  // Every purchase runs this update, so it sets the change number itself. Otherwise the trigger
  // `stockChanged` would write the row a second time to set it.
  const subtractStock = prepare(`
    UPDATE products SET stock = stock - ?1, changeNumber = (SELECT lastChange + 1 FROM catalogue)
    WHERE productsId = ?2 AND stock >= ?1
  `)
  const addStock = prepare('UPDATE products SET stock = stock + ? WHERE productsId = ? AND stock IS NOT NULL')
  const addSale = prepare(`
    INSERT INTO sales (day, productsId, units) VALUES (?, ?, ?)
    ON CONFLICT (day, productsId) DO UPDATE SET units = units + excluded.units
  `)
  const subtractSale = prepare('UPDATE sales SET units = max(0, units - ?) WHERE day = ? AND productsId = ?')

  return {
    readPurchasedProducts(ids) {
      const publishedProducts = new Map<string, SoldProduct>()
      const countedIds = new Set<string>()
      const knownIds = new Set<string>()
      const version = selectVersion.get()?.version ?? 0
      for (const id of ids) {
        const known = findKnown(id, version)
        if (!known) continue
        knownIds.add(id)
        const { product, isPublished } = known
        if (isPublished) publishedProducts.set(id, product)
        // The stock is not cached, because the version does not change with it.
        if (selectStock.get(product.products_id)?.stock !== null) countedIds.add(product.products_id)
      }
      return { publishedProducts, countedIds, knownIds }
    },
    takeStock(productsId, quantity, cause) {
      if (subtractStock.run(quantity, productsId).changes === 1) {
        addStockEntry(productsId, { ...cause, units: -quantity })
        return { taken: true }
      }
      const row = selectStock.get(productsId)
      const isUnlimited = row?.stock === null
      return isUnlimited ? { taken: true } : { taken: false, available: row?.stock ?? 0 }
    },
    stockLeft(productsId) {
      return selectStock.get(productsId)?.stock ?? undefined
    },
    returnStock(productsId, quantity, cause) {
      const isCounted = addStock.run(quantity, productsId).changes === 1
      if (isCounted) addStockEntry(productsId, { ...cause, units: quantity })
    },
    changeSales(units, at) {
      const day = calendarDay(at)
      for (const { productId, quantity } of units)
        if (quantity > 0) addSale.run(day, productId, quantity)
        else subtractSale.run(-quantity, day, productId)
    },
  }
}

/**
 * Returns a function that finds a product by `products_id` or `id`, and caches it. `version` is the
 * catalogue's in this transaction: it changes with everything of a product but its stock.
 */
function createKnownProducts({ prepare, onceDurable }: Database) {
  const selectByProductsId = prepare<SoldRow>(`${SELECT_SOLD} WHERE productsId = ?`)
  const selectById = prepare<SoldRow>(`${SELECT_SOLD} WHERE id = ?`)
  const cache = new LRUCache<string, KnownProduct>({ max: CACHED_PRODUCTS_MAX })
  let cachedVersion: number | undefined

  function cacheKnown(id: string, version: number, known: KnownProduct) {
    if (version !== cachedVersion) cache.clear()
    cachedVersion = version
    cache.set(id, known)
  }

  return function findKnown(id: string, version: number): KnownProduct | null {
    const cached = version === cachedVersion ? cache.get(id) : undefined
    if (cached) return cached
    const row = selectByProductsId.get(id) ?? selectById.get(id)
    if (!row) return null
    const known = toKnownProduct(row)
    // Only after the commit: after a rollback, a later change may get the same version, and would find
    // this product in the cache.
    onceDurable(() => cacheKnown(id, version, known))
    return known
  }
}

function toKnownProduct(row: SoldRow): KnownProduct {
  const { products_id, name, packLabel, imageUrl, category, pricePaise, published } = row
  const { hsn, gstRate, laterGstRates, netQuantity } = row
  const product: SoldProduct = {
    products_id,
    name,
    imageUrl,
    category,
    pricePaise,
    ...(packLabel !== null && { packLabel }),
    ...(hsn !== null && { hsn }),
    ...(gstRate !== null && { gstRate }),
    ...(laterGstRates !== null && { laterGstRates: JSON.parse(laterGstRates) }),
    ...(netQuantity !== null && { netQuantity: JSON.parse(netQuantity) }),
  }
  // `published` is JSON text; NULL stands for undefined.
  return {
    product,
    isPublished: isPublished({ published: published === null ? undefined : JSON.parse(published) }),
  }
}
