import { deliveryDate, termsFor } from '@nashta/contracts/delivery/delivery'
import { PINCODE_NOT_FOUND } from '@nashta/contracts/delivery/delivery-texts'
import { isArmyPost, parsePincode } from '@nashta/contracts/delivery/parse-pincode'
import { getPincode, type Pincode } from '@nashta/contracts/delivery/pincode'
import { stateName } from '@nashta/contracts/gst-states'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { readRoute, type Route } from '@nashta/service-kit/http/routes'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { representLazily } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ShopStore } from '../shop/shop-store.ts'
import type { PincodeTable } from './pincode-table.ts'

const HALF_HOUR_MS = 30 * 60 * 1000

export type DeliveryRoutesDeps = Pick<ServiceOptions, 'https'> & {
  pincodes: PincodeTable
  shop: ShopStore
  now: () => Date
}

export function deliveryRoutes(deps: DeliveryRoutesDeps): Route[] {
  type Call = { params: { pincode: string }; query: { state?: string | undefined } }
  const read = async ({ params, query }: Call) => ({
    data: await readPincode(deps, params.pincode, query.state),
  })
  return [
    readRoute(getPincode, read, {
      represent: async (call) =>
        representLazily({
          content: JSON.stringify(await read(call)),
          contentType: 'application/json; charset=utf-8',
          headers: dataHeaders(deps),
        }),
    }),
  ]
}

/** `wantedState` is a GST code. It chooses the delivery terms for a pincode in two states. */
async function readPincode(
  { pincodes, shop, now }: DeliveryRoutesDeps,
  text: string,
  wantedState: string | undefined,
): Promise<Pincode> {
  const pincode = parsePincode(text)
  const places = pincode === null ? [] : pincodes.placesOf(pincode)
  const place = places.find(({ stateCode }) => stateCode === wantedState) ?? places[0]
  if (pincode === null || (!place && !isArmyPost(pincode)))
    throw new ServiceError('PINCODE_NOT_FOUND', PINCODE_NOT_FOUND)
  const stateCode = place?.stateCode ?? null
  const record = await shop.read()
  const { delivery } = record
  const terms = termsFor(delivery, { pincode, stateCode })
  return {
    pincode,
    places: places.map(({ district, stateCode: code }) => ({
      district,
      state: { code, name: stateName(code) },
    })),
    delivery: {
      serviceable: terms.delivers,
      fee: terms.fee,
      ...(terms.freeFrom !== undefined && { freeFrom: terms.freeFrom }),
      ...(terms.name !== undefined && { zone: terms.name }),
      days: terms.days,
      by: deliveryDate(terms, startOfHalfHour(now()), record).toISOString(),
      cod: terms.cod,
      ...(terms.codMax !== undefined && { codMax: terms.codMax }),
    },
  }
}

/**
 * The delivery date is computed from the start of the half hour, so that the response has the same
 * ETag for half an hour. With whole hours of UTC, a zone's cut-off at 14:00 in India (08:30 UTC)
 * would take effect only at 09:00 UTC.
 */
function startOfHalfHour(at: Date) {
  return new Date(Math.floor(at.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS)
}
