import { foldText } from '../catalogue/fold-text.ts'

/** Stands in the address of a tracking page for the number of a parcel. */
export const NUMBER_PLACE = '{number}'

/** A courier without an address has no tracking page that takes a number. */
type Courier = { name: string; trackingUrl?: string }

/**
 * The couriers that every shop can choose, with the addresses of their tracking pages. A shop adds others,
 * or replaces an address, in its settings. An address without the place of the number opens a page on which
 * the shopper types the number.
 */
const COURIERS: readonly Courier[] = [
  { name: 'Delhivery', trackingUrl: 'https://www.delhivery.com/track-v2/package/{number}' },
  {
    name: 'Blue Dart',
    trackingUrl: 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo={number}',
  },
  { name: 'DTDC', trackingUrl: 'https://www.dtdc.in/tracking/tracking_results.asp?strCnno={number}' },
  {
    name: 'India Post',
    trackingUrl: 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx',
  },
  { name: 'Ekart', trackingUrl: 'https://ekartlogistics.com/shipmenttrack/{number}' },
  { name: 'XpressBees', trackingUrl: 'https://www.xpressbees.com/shipment/tracking?awbNo={number}' },
  { name: 'Ecom Express', trackingUrl: 'https://ecomexpress.in/tracking/?awb_field={number}' },
  { name: 'Shadowfax', trackingUrl: 'https://tracker.shadowfax.in/#/track?awb={number}' },
  { name: 'Shiprocket', trackingUrl: 'https://shiprocket.co/tracking/{number}' },
  { name: 'Amazon Shipping', trackingUrl: 'https://track.amazon.in/tracking/{number}' },
  { name: 'The Professional Couriers', trackingUrl: 'https://www.tpcindia.com/' },
  { name: 'Trackon', trackingUrl: 'https://www.trackon.in/courier-tracking' },
  { name: 'Shree Maruti', trackingUrl: 'https://www.shreemaruti.com/track-shipment/' },
  { name: 'FedEx', trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr={number}' },
]

/** A courier as a line of the settings: its name and, after a space, the address. */
function courierOf(line: string): Courier {
  const start = line.search(/\shttps:\/\//)
  if (start === -1) return { name: line.trim() }
  return { name: line.slice(0, start).trim(), trackingUrl: line.slice(start).trim() }
}

/** Whether a line of the settings has a name and, if anything follows it, the address of a page. */
export function isCourierLine(line: string): boolean {
  const { name, trackingUrl } = courierOf(line)
  if (name === '' || name.length > 100 || name.includes('://')) return false
  return trackingUrl === undefined || isTrackingUrl(trackingUrl.replaceAll(NUMBER_PLACE, '1'))
}

/** The couriers to choose from: the shop's own first. */
export function couriersOf({ couriers = [] }: { couriers?: readonly string[] | undefined }): Courier[] {
  const own = couriers.map(courierOf)
  return [...own, ...COURIERS.filter(({ name }) => findCourier(own, name) === undefined)]
}

/** The address of the page that tracks a parcel; undefined if the courier or its address is not known. */
export function trackingUrlOf(
  shop: { couriers?: readonly string[] | undefined },
  { courier, trackingNumber }: { courier: string; trackingNumber?: string | undefined },
): string | undefined {
  if (!trackingNumber) return undefined
  return findCourier(couriersOf(shop), courier)?.trackingUrl?.replaceAll(
    NUMBER_PLACE,
    encodeURIComponent(trackingNumber),
  )
}

/** `blue dart` and `BlueDart` are one courier. */
export function findCourier(couriers: readonly Courier[], name: string): Courier | undefined {
  const key = keyOf(name)
  return couriers.find((each) => keyOf(each.name) === key)
}

function keyOf(name: string) {
  return foldText(name).replaceAll(/[^\p{L}\p{M}\d]/gu, '')
}

/** No control characters, such as line breaks, and no invisible ones that could reverse text. */
export const VISIBLE_LINE = /^[^\p{Cc}\p{Cf}]*$/u

export function isTrackingUrl(text: string) {
  if (!URL.canParse(text) || text.length > 500) return false
  const { protocol, username, password } = new URL(text)
  // `https://courier.com@evil.example` looks like a link to courier.com, but opens evil.example.
  const hasCredentials = username !== '' || password !== ''
  return protocol === 'https:' && !hasCredentials && !/\s/.test(text) && VISIBLE_LINE.test(text)
}
