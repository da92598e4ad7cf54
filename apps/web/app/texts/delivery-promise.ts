import { calendarDay, formatLongDate, KOLKATA_OFFSET_MS } from '@nashta/contracts/dates'
import type { DeliveryTerms } from '@nashta/contracts/delivery/delivery-zones'
import { formatRupees, type Paise, rupeesToPaise } from '@nashta/contracts/money'

export const DELIVERY_UNKNOWN = 'Delivery could not be checked. Please try again.'
export const NO_SUCH_PINCODE = 'We do not know this pincode'

/** “Delivers to 560001 by Friday, free” */
export function deliveryPromise({ pincode, by, fee, now }: PromiseOptions): string {
  return `Delivers to ${pincode} by ${dayName(by, now)}, ${fee === 0 ? 'free' : `for ${formatRupees(fee)}`}`
}

type PromiseOptions = { pincode: string; by: string; fee: Paise; now: Date }

/** The terms of one zone in a sentence: “₹49, free from ₹500, within 3 days, cash on delivery up to ₹2,000”. */
export function describeTerms(terms: DeliveryTerms): string {
  const { delivers, days, cutOffHour } = terms
  if (!delivers) return 'We do not deliver there yet.'
  const cutOff = cutOffHour === undefined ? '' : `, for orders before ${cutOffHour}:00`
  return `${feeOf(terms)}, within ${days} ${days === 1 ? 'day' : 'days'}${cutOff}. ${cashOf(terms)}`
}

function feeOf({ fee, freeFrom }: DeliveryTerms) {
  if (fee === 0) return 'Free'
  const free = freeFrom === undefined ? '' : `, free from ${rupees(freeFrom)}`
  return `${rupees(fee)}${free}`
}

function cashOf({ cod, codMax }: DeliveryTerms) {
  if (!cod) return 'No cash on delivery.'
  return codMax === undefined ? 'Cash on delivery.' : `Cash on delivery up to ${rupees(codMax)}.`
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const DAY_MS = 24 * 60 * 60 * 1000

/** “Friday” for the next six days, otherwise the date. */
function dayName(by: string, now: Date): string {
  const daysAhead = (Date.parse(calendarDay(new Date(by))) - Date.parse(calendarDay(now))) / DAY_MS
  if (daysAhead === 0) return 'today'
  if (daysAhead === 1) return 'tomorrow'
  const weekday = WEEKDAYS[new Date(Date.parse(by) + KOLKATA_OFFSET_MS).getUTCDay()]
  return daysAhead > 1 && daysAhead < 7 && weekday ? weekday : formatLongDate(by)
}

function rupees(amount: number) {
  return formatRupees(rupeesToPaise(amount))
}
