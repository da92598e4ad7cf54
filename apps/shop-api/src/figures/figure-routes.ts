import { type Figures, type FigureTable, getFigures, getFigureTable } from '@nashta/contracts/figures/figures'
import { getStockValue } from '@nashta/contracts/figures/stock-value'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ProductStore } from '../catalogue/product-store.ts'
import { type Cell, writeCsv } from '../files/csv.ts'
import { type FigureDeps, readFigures, withBestProducts } from './read-figures.ts'
import { createStockValue } from './stock-value.ts'

const STILL_READING = 'Older orders are still being read. Please try again in a moment'

/** What was sold, for the desk. */
export function figureRoutes(deps: FigureDeps & { products: ProductStore }): Route[] {
  const readStockValue = createStockValue(deps)
  return [
    route(getFigures, async ({ query }) => ({ data: withBestProducts(await readFigures(deps, query)) })),
    route(getStockValue, async () => ({ data: await readStockValue() })),
    route(getFigureTable, async ({ params: { table }, query }) => {
      const { header, rows } = TABLES[table]
      const figures = await readFigures(deps, query)
      // One call reads a limited number of orders, and a file without all of them would be wrong.
      if (figures.pendingDays > 0) throw new ServiceError('UNAVAILABLE', STILL_READING)
      const fileName = `${table}-${query.from}-${query.until}.csv`
      return { bytes: Buffer.from(writeCsv(header, rows(figures))), fileName }
    }),
  ]
}

type Table = { header: readonly string[]; rows: (figures: Figures) => Cell[][] }

const namedTable = (
  title: string,
  rowsOf: (figures: Figures) => readonly { name: string; orders: number; revenue: number }[],
): Table => ({
  header: [title, 'Orders', 'Revenue'],
  rows: (figures) => rowsOf(figures).map(({ name, orders, revenue }) => [name, orders, revenue]),
})

const TABLES: Readonly<Record<FigureTable, Table>> = {
  time: {
    header: ['From', 'Until', 'Orders', 'Revenue'],
    rows: ({ steps }) => steps.map((step) => [step.from, step.until, step.orders, step.revenue]),
  },
  products: {
    header: ['Product id', 'Product', 'Shelf', 'Units', 'Revenue'],
    rows: ({ products }) => products.map((row) => [row.key, row.name, row.shelf, row.units, row.revenue]),
  },
  shelves: {
    header: ['Shelf', 'Units', 'Revenue'],
    rows: ({ shelves }) => shelves.map(({ name, units, revenue }) => [name, units, revenue]),
  },
  states: namedTable('State', ({ states }) => states),
  payments: namedTable('Payment', ({ payments }) => payments),
  offers: {
    header: ['Offer', 'Orders', 'Revenue', 'Discount'],
    rows: ({ offers }) => offers.map((row) => [row.name, row.orders, row.revenue, row.discount]),
  },
  buyers: namedTable('Customers', ({ buyers }) => buyers),
}
