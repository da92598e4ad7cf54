import { trackingUrlOf } from '@nashta/contracts/delivery/couriers'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { ParcelFacts } from '../events/rules/parcels.ts'

export type ParcelInput = {
  courier: string
  trackingNumber?: string | undefined
  trackingUrl?: string | undefined
}

/**
 * What a form says about a parcel, with the address of the courier's tracking page if it has none. The
 * parcel keeps the address, also when the shop changes it later. An empty field means the same as no field.
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
