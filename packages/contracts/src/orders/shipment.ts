import * as z from 'zod/mini'

/** How an order was given to a courier. */
export const shipmentSchema = z.object({
  courier: z.string(),
  trackingNumber: z.optional(z.string()),
  trackingUrl: z.optional(z.string()),
  shippedAt: z.iso.datetime(),
})
export type Shipment = z.infer<typeof shipmentSchema>
