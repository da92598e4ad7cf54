import { trackingUrlOf } from '@nashta/contracts/delivery/couriers'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { ParcelFacts } from '../events/rules/parcels.ts'

/** What an operator typed about a parcel. An empty field means the same as no field. */
export type ParcelInput = {
  courier: string
  trackingNumber?: string | undefined
  trackingUrl?: string | undefined
}

/**
 * The facts of a parcel to store. Without a typed tracking URL, it gets the URL of its courier's tracking page. The URL
 * is stored, so a later change of the shop's couriers does not alter it.
 */
export function withTrackingUrl(shop: Pick<Shop, 'couriers'>, input: ParcelInput): ParcelFacts {
  const { courier, trackingNumber } = input
  const trackingUrl = input.trackingUrl || trackingUrlOf(shop, input)
  return {
    courier,
    ...(trackingNumber && { trackingNumber }),
    ...(trackingUrl !== undefined && { trackingUrl }),
  }
}
