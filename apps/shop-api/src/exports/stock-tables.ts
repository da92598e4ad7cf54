import { FILE_HEADER } from '@nashta/contracts/catalogue/product-file'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { productToCells } from '../catalogue/files/product-rows.ts'
import type { ProductRecord } from '../catalogue/product-store.ts'
import type { StockEntry } from '../catalogue/stock/stock-entry.ts'
import { type CostOfUnits, readStockCosts } from '../figures/stock-value.ts'
import {
  type Columns,
  dayCell,
  type ExportDeps,
  type ExportTable,
  exportTable,
  PAGE_SIZE,
  rowsOfPages,
  rupeesCell,
  timeCell,
} from './export-table.ts'

/** The file that an import reads again. */
export const PRODUCTS: ExportTable = {
  header: FILE_HEADER,
  async *rows({ products, shelves }) {
    const index = await shelves.read()
    for await (const product of products.readAll()) yield productToCells(product, index)
  },
}

type StockChange = { product: ProductRecord; entry: StockEntry }

const STOCK_COLUMNS: Columns<StockChange> = {
  'Product id': ({ product }) => product.products_id,
  Product: ({ product }) => product.name,
  Date: ({ entry }) => dayCell(entry.at),
  Time: ({ entry }) => timeCell(entry.at),
  Units: ({ entry }) => entry.units,
  Why: ({ entry }) => entry.kind,
  Order: ({ entry: { orderId } }) => (orderId === undefined ? '' : orderNumber(orderId)),
  By: ({ entry }) => entry.by ?? '',
  Note: ({ entry }) => entry.note ?? '',
  'Cost of a unit': ({ entry: { costPaise } }) => (costPaise === undefined ? '' : rupeesCell(costPaise)),
  Batch: ({ entry }) => entry.batch ?? '',
  'Best before': ({ entry }) => entry.bestBefore ?? '',
}

/** The newest change of each product first. */
async function* readStockChanges({ products }: ExportDeps): AsyncGenerator<StockChange> {
  for await (const product of products.readAll())
    yield* rowsOfPages(async (before) => {
      const { entries, next } = await products.stockHistory(product.products_id, { limit: PAGE_SIZE, before })
      return { rows: entries.map((entry) => ({ product, entry })), next }
    })
}

const STOCK_VALUE_COLUMNS: Columns<CostOfUnits & { products_id: string; name: string }> = {
  'Product id': ({ products_id }) => products_id,
  Product: ({ name }) => name,
  Units: ({ units }) => units,
  'Units with a known cost': ({ units, unknownUnits }) => units - unknownUnits,
  'Cost of these': ({ costPaise }) => rupeesCell(costPaise),
}

export const STOCK = exportTable(STOCK_COLUMNS, readStockChanges)
export const STOCK_VALUE = exportTable(STOCK_VALUE_COLUMNS, ({ products }) => readStockCosts(products))
