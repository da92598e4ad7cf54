import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { openEnum, pageSizeSchema } from '../fields.ts'
import { isRupeeAmount } from '../money.ts'

/** The tables of the return GSTR-1, under the names that the tax office uses. A bill may be in several. */
export const RETURN_TABLES = ['b2b', 'b2cl', 'b2cs', 'nil', 'cdnr', 'cdnur'] as const
export type ReturnTable = (typeof RETURN_TABLES)[number]

/** What each table is about, for people. */
export const RETURN_TABLE_TEXTS: Readonly<Record<ReturnTable, { name: string; about: string }>> = {
  b2b: { name: 'B2B', about: 'Bills of buyers with a GSTIN' },
  b2cl: { name: 'B2C large', about: 'Large bills of other buyers in other states' },
  b2cs: { name: 'B2C', about: 'All other taxed sales, less what went back, by state and rate' },
  nil: { name: 'Nil rated', about: 'Sales at 0 %, less what went back' },
  cdnr: { name: 'Credit notes, B2B', about: 'Credit notes to buyers with a GSTIN' },
  cdnur: { name: 'Credit notes, B2C large', about: 'Credit notes for bills of B2C large' },
}

/** The files that the offline tool of the tax office imports, one for each of its sheets. */
export const RETURN_SHEETS = [
  'b2b',
  'b2cl',
  'b2cs',
  'cdnr',
  'cdnur',
  'exemp',
  'hsn-b2b',
  'hsn-b2c',
  'docs',
] as const
export type ReturnSheet = (typeof RETURN_SHEETS)[number]

const MONTH_INVALID = 'A month is written as 2026-11'
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, MONTH_INVALID))
const params = z.strictObject({ month })

/** In rupees; below zero if more went back than was sold. */
const amountSchema = z.number().check(z.refine((value) => isRupeeAmount(Math.abs(value))))

/** Sums with their taxes. Credit notes count with a minus, except in their own tables. */
const taxedSchema = z.object({
  total: amountSchema,
  taxable: amountSchema,
  igst: amountSchema,
  cgst: amountSchema,
  sgst: amountSchema,
})
export type TaxedSums = z.infer<typeof taxedSchema>

const supplyRow = z.extend(taxedSchema, { place: z.string(), rate: z.number() })
const nilRow = z.object({ isInterState: z.boolean(), isBusiness: z.boolean(), total: amountSchema })
const hsnRow = z.extend(taxedSchema, {
  isBusiness: z.boolean(),
  hsn: z.string(),
  unit: z.string(),
  quantity: z.int(),
  rate: z.number(),
})
const seriesRow = z.object({
  kind: z.enum(['invoice', 'creditNote']),
  from: z.string(),
  to: z.string(),
  count: z.int(),
})

export const gstReturnSchema = z.object({
  month: z.string(),
  /** Empty if no registered seller made a bill in this month, and the shop has no GSTIN now. */
  gstin: z.string(),
  /** Whether the shop files GSTR-1: only a regular seller does. */
  isDue: z.boolean(),
  /** The month can be closed from the second day of the next one, in India. */
  isOver: z.boolean(),
  closed: z.nullable(z.object({ at: z.string(), by: z.string() })),
  bills: z.int(),
  creditNotes: z.int(),
  /** Bills of supply, which are not part of the return. */
  billsOfSupply: z.int(),
  sums: taxedSchema,
  tables: z.array(z.extend(taxedSchema, { table: openEnum(RETURN_TABLES), papers: z.int() })),
  b2cs: z.array(supplyRow),
  nil: z.array(nilRow),
  hsn: z.array(hsnRow),
  series: z.array(seriesRow),
})
export type GstReturn = z.infer<typeof gstReturnSchema>

/** The first call for a month reads all its bills. */
const READS_A_MONTH = 50

export const getReturn = {
  method: 'GET',
  path: '/admin/returns/:month',
  access: 'admin',
  summary: 'What the bills and credit notes of a month add up to, as in GSTR-1',
  params,
  reply: dataReply(gstReturnSchema),
  status: 200,
  weight: READS_A_MONTH,
} as const satisfies Endpoint

export const getReturnJson = {
  method: 'GET',
  path: '/admin/returns/:month/gstr1',
  access: 'admin',
  summary: 'GSTR-1 of a month, as the JSON file that the portal of the tax office imports',
  params,
  file: { type: 'application/json' },
  reply: z.unknown(),
  status: 200,
  weight: READS_A_MONTH,
} as const satisfies Endpoint

export const getReturnSheet = {
  method: 'GET',
  path: '/admin/returns/:month/sheets/:sheet',
  access: 'admin',
  summary: 'One sheet of GSTR-1 of a month, as the CSV file that the offline tool imports',
  params: z.extend(params, { sheet: z.enum(RETURN_SHEETS) }),
  file: { type: 'text/csv' },
  reply: z.unknown(),
  status: 200,
  weight: READS_A_MONTH,
} as const satisfies Endpoint

const RETURN_BILLS_MAX = 50

const returnBillSchema = z.extend(taxedSchema, {
  number: z.string(),
  kind: z.enum(['invoice', 'creditNote']),
  /** Absent for the bill of a day. */
  purchaseId: z.optional(z.string()),
  /** How many orders are on the bill of a day. Absent for other bills. */
  orders: z.optional(z.int()),
  /** What the bill or credit note is called in the call for its PDF. */
  bill: z.string(),
  issuedAt: z.string(),
  place: z.string(),
  gstin: z.optional(z.string()),
})
export type ReturnBill = z.infer<typeof returnBillSchema>

export const getReturnPapers = {
  method: 'GET',
  path: '/admin/returns/:month/papers',
  access: 'admin',
  freshSignIn: true,
  summary: 'Every line of every bill and credit note of a month, with the names of buyers, as a CSV file',
  params,
  file: { type: 'text/csv' },
  reply: z.unknown(),
  status: 200,
  weight: READS_A_MONTH,
} as const satisfies Endpoint

/** The filters are those that lead from a sum to its bills. The amounts are of the matching lines only. */
export const listReturnBills = {
  method: 'GET',
  path: '/admin/returns/:month/bills',
  access: 'admin',
  summary: 'The bills and credit notes behind a sum of the return, by their numbers',
  params,
  query: z.strictObject({
    table: z.optional(z.enum(RETURN_TABLES)),
    place: z.optional(z.string().check(z.regex(/^\d\d$/))),
    rate: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(100))),
    hsn: z.optional(z.string().check(z.maxLength(8))),
    unit: z.optional(z.string().check(z.maxLength(3))),
    buyer: z.optional(z.enum(['business', 'private'])),
    limit: z.prefault(pageSizeSchema(RETURN_BILLS_MAX), RETURN_BILLS_MAX),
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  }),
  reply: dataReply(z.object({ bills: z.array(returnBillSchema), nextCursor: z.nullable(z.string()) })),
  status: 200,
  weight: 20,
} as const satisfies Endpoint

export const closeReturn = {
  method: 'POST',
  path: '/admin/returns/:month/close',
  access: 'admin',
  summary: 'Note that the return of a month was filed with these sums. Safe to repeat',
  params,
  body: z.strictObject({}),
  reply: dataReply(gstReturnSchema),
  status: 200,
  weight: READS_A_MONTH,
} as const satisfies Endpoint
