import * as z from 'zod/mini'
import { openEnum } from '../fields.ts'

/**
 * Where a parcel is, as operators have recorded it:
 * - `notDelivered`: the courier has tried, and will try again
 * - `delivered`: also once its order is delivered
 * - `comingBack`, `back`: on its way back to the shop, and arrived there
 */
const PARCEL_STATES = ['onTheWay', 'notDelivered', 'delivered', 'comingBack', 'back'] as const
export type ParcelState = (typeof PARCEL_STATES)[number]

/** No order has more parcels. */
export const PARCELS_MAX = 20

/** A parcel that was given to a courier. An order may have several. */
export const parcelSchema = z.object({
  /** Unique within the order. */
  parcelId: z.string(),
  courier: z.string(),
  trackingNumber: z.optional(z.string()),
  trackingUrl: z.optional(z.string()),
  state: openEnum(PARCEL_STATES),
  /** When the parcel was handed over. */
  shippedAt: z.iso.datetime(),
  /** When an operator last changed the parcel or its state. */
  updatedAt: z.iso.datetime(),
})
export type Parcel = z.infer<typeof parcelSchema>

/** The courier and the number of a parcel in one line. */
export function describeParcel({ courier, trackingNumber }: Pick<Parcel, 'courier' | 'trackingNumber'>) {
  return [courier, trackingNumber].filter(Boolean).join(', ')
}
