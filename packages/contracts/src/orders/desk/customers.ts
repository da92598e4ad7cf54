import * as z from 'zod/mini'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataReply } from '../../api/reply.ts'
import { amountSchema } from '../../fields.ts'
import { searchAndPageFields } from '../../search-and-page.ts'
import { orderRowSchema } from './desk-order.ts'

const customerRowSchema = z.object({
  /** The `sub` of an account or the id of a guest. */
  userId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  orders: z.int(),
  spent: amountSchema,
  lastOrderAt: z.iso.datetime(),
})
export type CustomerRow = z.infer<typeof customerRowSchema>

export const listCustomers = {
  method: 'GET',
  path: '/admin/customers',
  access: 'admin',
  summary:
    'Shoppers who have ordered, the latest first; with `search`, by name, phone number or e-mail address',
  query: z.strictObject(searchAndPageFields),
  reply: dataReply(z.object({ customers: z.array(customerRowSchema), nextCursor: z.nullable(z.string()) })),
  status: 200,
  weight: 20,
} as const satisfies Endpoint

const customerParams = z.strictObject({ userId: z.string().check(z.minLength(1), z.maxLength(128)) })

export const getCustomer = {
  method: 'GET',
  path: '/admin/customers/:userId',
  access: 'admin',
  summary: 'One shopper: what they ordered and spent, and whether they get the newsletter',
  params: customerParams,
  reply: dataReply(
    z.object({
      customer: customerRowSchema,
      /** `none`, `pending`, `confirmed` or `unsubscribed`. */
      newsletter: z.string(),
      orders: z.array(orderRowSchema),
    }),
  ),
  status: 200,
  weight: 10,
} as const satisfies Endpoint

export const eraseCustomer = {
  method: 'POST',
  path: '/admin/customers/:userId/erase',
  access: 'admin',
  freshSignIn: true,
  summary:
    'Erase the personal data and the account of a shopper on request; orders stay without the person. Safe to repeat',
  params: customerParams,
  // Erasing cannot be undone, so the operator types this word.
  body: z.strictObject({ confirm: z.literal('erase') }),
  reply: dataReply(
    z.object({
      erasedOrders: z.int(),
      /**
       * - `deleted`
       * - `none`: a guest has no account
       * - `elsewhere`: the account was not deleted, because this store cannot change its user pool
       */
      account: z.string(),
    }),
  ),
  status: 200,
  weight: 20,
} as const satisfies Endpoint
