import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { oneLineSchema, productIdSchema } from '../fields.ts'
import { hasNoCardNumber } from '../orders/order-actions.ts'
import { NO_CARD_NUMBERS } from '../orders/order-texts.ts'
import { BATCH_INVALID, BATCH_MAX_LENGTH } from './stock.ts'

const TEXT_MAX_LENGTH = 300
const REASON_INVALID = `Please say why, in one line of at most ${TEXT_MAX_LENGTH} characters`
const ADVICE_INVALID = `Please say what to do, in one line of at most ${TEXT_MAX_LENGTH} characters`

const batch = oneLineSchema(BATCH_MAX_LENGTH, BATCH_INVALID)
const params = z.strictObject({ id: productIdSchema })

function mailText(message: string) {
  return oneLineSchema(TEXT_MAX_LENGTH, message).check(
    z.minLength(1, message),
    z.refine(hasNoCardNumber, NO_CARD_NUMBERS),
  )
}

const buyersSchema = z.object({
  product: z.object({ products_id: z.string(), name: z.string() }),
  batch: z.string(),
  bestBefore: z.optional(z.string()),
  /** The orders that got units of the batch which have not come back. */
  orders: z.int(),
  units: z.int(),
  /** The persons who placed them, told apart by e-mail address or phone number. Erased persons do not count. */
  persons: z.int(),
  /** Persons without an e-mail address, who can only be called. */
  withoutEmail: z.int(),
  /** Absent until the batch is recalled. */
  recall: z.optional(
    z.object({
      at: z.string(),
      by: z.string(),
      reason: z.string(),
      advice: z.string(),
      /** Mails that are sent or waiting to be sent. */
      mailed: z.int(),
      /** Whether the mails to all orders are sent or waiting to be sent. */
      isOver: z.boolean(),
    }),
  ),
})
export type BatchBuyers = z.infer<typeof buyersSchema>

export const getBatchBuyers = {
  method: 'GET',
  path: '/admin/products/:id/batch',
  access: 'admin',
  summary: 'How many orders and persons have got a batch of a product, and how far its recall is',
  params,
  query: z.strictObject({ batch }),
  reply: dataReply(buyersSchema),
  status: 200,
  weight: 10,
} as const satisfies Endpoint

export const getBatchBuyersTable = {
  method: 'GET',
  path: '/admin/products/:id/batch/orders',
  access: 'admin',
  freshSignIn: true,
  summary: 'The orders that have got a batch of a product, with name, phone and e-mail, as a CSV file',
  params,
  query: z.strictObject({ batch }),
  file: { type: 'text/csv' },
  reply: z.unknown(),
  status: 200,
  weight: 20,
} as const satisfies Endpoint

export const recallSchema = z.strictObject({
  batch,
  reason: mailText(REASON_INVALID),
  advice: mailText(ADVICE_INVALID),
})

export const recallBatch = {
  method: 'POST',
  path: '/admin/products/:id/recalls',
  access: 'admin',
  freshSignIn: true,
  summary:
    'Recall a batch: what is left is not sold or packed any more, and everybody who got it has one mail. Needs a sign-in at most five minutes old. Safe to repeat',
  params,
  body: recallSchema,
  reply: dataReply(buyersSchema),
  status: 200,
  weight: 20,
} as const satisfies Endpoint
