import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { orderIdsText } from './desk/bulk-orders.ts'
import { deskOrderSchema, orderParams } from './desk/desk-order.ts'
import { versionSchema } from './desk/order-calls.ts'
import { linkedOrderReply, linkParams } from './order-link.ts'
import { purchaseIdSchema, purchaseSchema } from './purchase.ts'

/** The papers that bills are printed on: a sheet, and the roll of a thermal printer, 80 mm wide. */
export const BILL_PAPERS = ['a4', 'thermal'] as const
export type BillPaper = (typeof BILL_PAPERS)[number]

/** The name of the PDF. The slashes of the number would be folders. */
export function billFileName(number: string): string {
  return `${number.replaceAll('/', '-')}.pdf`
}

const PDF = { type: 'application/pdf' }
/** `bill` for the bill; for a credit note the id of its refund, or `cancelled` for a cancelled order. */
const billId = z.string().check(z.minLength(1), z.maxLength(64))
const paper = z._default(z.enum(BILL_PAPERS), 'a4')

export const getBill = {
  method: 'GET',
  path: '/purchases/order/:orderId/bills/:bill',
  access: 'owner',
  summary: 'The bill of an order as a PDF (`bill`), or a credit note by the id in `bills` of the order',
  params: z.strictObject({ orderId: purchaseIdSchema, bill: billId }),
  file: PDF,
  reply: z.unknown(),
  status: 200,
  weight: 40,
} as const satisfies Endpoint

export const getLinkedBill = {
  method: 'GET',
  path: '/order-links/:token/bills/:bill',
  access: 'public',
  summary: 'The bill or a credit note of an order as a PDF, for the holder of its link',
  params: z.extend(linkParams, { bill: billId }),
  file: PDF,
  reply: z.unknown(),
  status: 200,
  weight: 40,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const askForBill = {
  method: 'POST',
  path: '/purchases/order/:orderId/own-bill',
  access: 'owner',
  summary:
    'Ask for an own bill of a small order, which would be on the bill of its day. It is made when the goods are handed over, or now. Safe to repeat',
  params: z.strictObject({ orderId: purchaseIdSchema }),
  body: z.strictObject({}),
  reply: dataReply(purchaseSchema),
  status: 200,
  rateLimit: { rule: 'checkout' },
} as const satisfies Endpoint

export const askForLinkedBill = {
  method: 'POST',
  path: '/order-links/:token/own-bill',
  access: 'public',
  summary: 'Ask for an own bill of a small order by its link. Safe to repeat',
  params: linkParams,
  body: askForBill.body,
  reply: linkedOrderReply,
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const getBillAtDesk = {
  method: 'GET',
  path: '/admin/orders/:orderId/bills/:bill',
  access: 'admin',
  summary: 'The bill or a credit note of an order as a PDF, on A4 or for a thermal printer',
  params: z.extend(orderParams, { bill: billId }),
  query: z.strictObject({ paper }),
  file: PDF,
  reply: z.unknown(),
  status: 200,
  weight: 40,
} as const satisfies Endpoint

const IDS_OR_NUMBER = 'A print is of orders, or of one number'
/** The desk prints more bills as several files, because rendering a bill is slow. */
export const PRINTED_BILLS_MAX = 20

export const printBills = {
  method: 'GET',
  path: '/admin/bills/print',
  access: 'admin',
  summary: `The bills of these orders in one PDF, at most ${PRINTED_BILLS_MAX}. Orders without a bill are left out. Or the one bill or credit note with a number, such as the bill of a day`,
  query: z
    .strictObject({
      ids: z.optional(orderIdsText(PRINTED_BILLS_MAX)),
      number: z.optional(z.string().check(z.minLength(1), z.maxLength(16))),
      paper,
    })
    .check(z.refine(({ ids, number }) => (ids === undefined) !== (number === undefined), IDS_OR_NUMBER)),
  file: PDF,
  reply: z.unknown(),
  status: 200,
  weight: 60,
} as const satisfies Endpoint

export const makeBill = {
  method: 'POST',
  path: '/admin/orders/:orderId/bills',
  access: 'admin',
  summary:
    'Make the bill now. Without this call, it is made when the goods are handed over. A bill is never changed. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ version: z.optional(versionSchema) }),
  reply: dataReply(deskOrderSchema),
  status: 200,
  weight: 5,
} as const satisfies Endpoint
