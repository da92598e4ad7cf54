import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'

const DAY_INVALID = 'A day is written as 2026-01-31'
const day = z.optional(z.iso.date(DAY_INVALID))

/** The days in India that a file is about, both included. Without them, it is about all. */
const days = z.strictObject({ from: day, until: day })

/** The weight of a call that reads a whole list, piece by piece while the file is sent. */
const READS_A_LIST = 50

const file = {
  method: 'GET',
  access: 'admin',
  file: { type: 'text/csv' },
  reply: z.unknown(),
  status: 200,
  weight: READS_A_LIST,
} as const

export const exportProducts = {
  ...file,
  path: '/admin/exports/products',
  summary: 'All products with all their fields as a CSV file, which can be imported again',
} as const satisfies Endpoint

export const exportOrders = {
  ...file,
  path: '/admin/exports/orders',
  freshSignIn: true,
  summary: 'Orders with their persons as a CSV file, newest first',
  query: days,
} as const satisfies Endpoint

export const exportOrderLines = {
  ...file,
  path: '/admin/exports/order-lines',
  summary: 'The lines of orders as a CSV file',
  query: days,
} as const satisfies Endpoint

export const exportStock = {
  ...file,
  path: '/admin/exports/stock',
  summary: 'Every change of the stock of every product as a CSV file',
} as const satisfies Endpoint

export const exportStockValue = {
  ...file,
  path: '/admin/exports/stock-value',
  summary: 'What is in stock, and what it has cost where that is known, as a CSV file',
} as const satisfies Endpoint

export const exportOffers = {
  ...file,
  path: '/admin/exports/offers',
  summary: 'All offers with their uses, revenue and cost as a CSV file',
} as const satisfies Endpoint

export const exportLog = {
  ...file,
  path: '/admin/exports/log',
  summary: 'What operators have changed as a CSV file, newest first',
  query: days,
} as const satisfies Endpoint
