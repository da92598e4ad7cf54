import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { amountSchema } from '../fields.ts'

/** A year and a day, so that a whole leap year fits. */
export const FIGURE_DAYS_MAX = 366
export const FIGURE_STEPS = ['day', 'week', 'month'] as const
export type FigureStep = (typeof FIGURE_STEPS)[number]

/** What sales are divided by. Each is a table at the desk and a CSV. */
const FIGURE_TABLES = ['time', 'products', 'shelves', 'states', 'payments', 'offers', 'buyers'] as const
export type FigureTable = (typeof FIGURE_TABLES)[number]

const DAY_INVALID = 'A day is written as 2026-11-19'
const day = z.iso.date(DAY_INVALID)
const period = {
  /** Days in India, both included. */
  from: day,
  until: day,
  by: z._default(z.enum(FIGURE_STEPS), 'day'),
}

/** Cancelled orders and those that were never paid do not count. Refunds lower the revenue of the day of their order. */
const sums = { orders: z.int(), revenue: amountSchema }
const row = z.object({ key: z.string(), name: z.string(), ...sums })
const productRow = z.object({
  key: z.string(),
  name: z.string(),
  shelf: z.string(),
  units: z.int(),
  revenue: amountSchema,
})

const shelfRow = z.object({ key: z.string(), name: z.string(), units: z.int(), revenue: amountSchema })

export const figuresSchema = z.object({
  from: z.string(),
  until: z.string(),
  /** How many days are not read yet: all fields but `sums` lack them. The next call reads further. */
  pendingDays: z.int(),
  sums: z.object({
    ...sums,
    units: z.int(),
    discounts: amountSchema,
    delivery: amountSchema,
    refunded: amountSchema,
  }),
  /** The sums of the same number of days before `from`. */
  before: z.object(sums),
  steps: z.array(z.object({ from: z.string(), until: z.string(), ...sums })),
  /** The products with the highest revenue. */
  products: z.array(productRow),
  shelves: z.array(shelfRow),
  states: z.array(row),
  payments: z.array(row),
  /** The revenue of the orders that an offer has made cheaper, and what it took off. */
  offers: z.array(z.extend(row, { discount: amountSchema })),
  /** First orders (`new`), and those of people who had ordered before (`returning`). */
  buyers: z.array(row),
})
export type Figures = z.infer<typeof figuresSchema>

export const FIGURE_PRODUCTS_MAX = 100

export const getFigures = {
  method: 'GET',
  path: '/admin/figures',
  access: 'admin',
  summary: `Orders and revenue of days in India, at most ${FIGURE_DAYS_MAX}, with what they are made of. The ${FIGURE_PRODUCTS_MAX} best products`,
  query: z.strictObject(period),
  reply: dataReply(figuresSchema),
  status: 200,
  weight: 30,
} as const satisfies Endpoint

export const getFigureTable = {
  method: 'GET',
  path: '/admin/figures/:table',
  access: 'admin',
  summary: 'One table of the figures as a CSV file, with all products',
  params: z.strictObject({ table: z.enum(FIGURE_TABLES) }),
  query: z.strictObject(period),
  file: { type: 'text/csv' },
  reply: z.unknown(),
  status: 200,
  weight: 30,
} as const satisfies Endpoint
