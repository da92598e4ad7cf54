import { trackingUrlOf } from '@nashta/contracts/delivery/couriers'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { ParcelFacts } from '../events/rules/parcels.ts'

export type ParcelInput = {
  courier: string
  trackingNumber?: string | undefined
  trackingUrl?: string | undefined
}

/**
 * What a form says about a parcel. A parcel without a tracking address gets that of its courier's page. The
 * address is stored, so a later change of the shop's couriers does not alter it. An empty field means the
 * same as no field.
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
