import * as z from 'zod/mini'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataReply } from '../../api/reply.ts'
import { amountSchema } from '../../fields.ts'
import { purchaseIdSchema } from '../purchase.ts'
import { shippingAddressSchema } from '../shipping-address.ts'
import { deskOrderSchema, orderRowSchema } from './desk-order.ts'
import { parcelInputFields, versionSchema } from './order-calls.ts'

const BULK_ORDERS_MAX = 100
/** An order id has at most 128 characters; the comma is one more. */
const ID_WITH_COMMA_MAX = 129

/**
 * The actions for many orders at once. `track` gives tracking numbers to orders that are shipped.
 * `printed` records that slips or labels were printed.
 */
const BULK_ACTIONS = ['confirm', 'pack', 'unpack', 'ship', 'track', 'deliver', 'printed'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

const orderIds = z.array(purchaseIdSchema).check(z.minLength(1), z.maxLength(BULK_ORDERS_MAX))

/** The result of a bulk action for one order. `unchanged`: the action had been done before. */
export type BulkResult = 'done' | 'unchanged' | 'refused'

export const bulkOrders = {
  method: 'POST',
  path: '/admin/orders/bulk',
  access: 'admin',
  summary: 'Do one action for many orders. Each succeeds or is refused on its own',
  body: z.strictObject({
    action: z.enum(BULK_ACTIONS),
    orderIds,
    /** The versions that the operator saw, by order id. An order with another version is refused. */
    versions: z.optional(z.record(z.string(), versionSchema)),
    /** Only for the actions `ship` and `track`: the courier of the orders that `parcels` does not name. */
    courier: z.optional(parcelInputFields.courier),
    /** The parcels of the actions `ship` and `track`, by order id. */
    parcels: z.optional(z.record(z.string(), z.strictObject(parcelInputFields))),
  }),
  reply: dataReply(
    z.object({
      results: z.array(
        z.object({
          purchaseId: z.string(),
          /** A BulkResult. */
          result: z.string(),
          /** Why the action was refused. */
          message: z.optional(z.string()),
          order: z.optional(orderRowSchema),
        }),
      ),
    }),
  ),
  status: 200,
  weight: 20,
} as const satisfies Endpoint

/** Order ids, separated by commas, as one text of a query. */
export function orderIdsText(max: number) {
  return z.pipe(
    z.string().check(z.maxLength(max * ID_WITH_COMMA_MAX)),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(purchaseIdSchema).check(z.minLength(1), z.maxLength(max)),
    ),
  )
}

/** Changes nothing. The bulk action `printed` records that orders were printed. */
export const printOrders = {
  method: 'GET',
  path: '/admin/orders/print',
  access: 'admin',
  summary: 'The contents of the slips, labels and pick lists of these orders',
  query: z.strictObject({
    ids: orderIdsText(BULK_ORDERS_MAX),
  }),
  reply: dataReply(
    z.object({
      documents: z.array(
        z.object({
          order: deskOrderSchema,
          address: shippingAddressSchema,
          /** The amount that the courier collects; absent when the order is paid. */
          collect: z.optional(amountSchema),
        }),
      ),
    }),
  ),
  status: 200,
  weight: 20,
} as const satisfies Endpoint
