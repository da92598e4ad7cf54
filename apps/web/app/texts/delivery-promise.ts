import { calendarDay, formatLongDate, KOLKATA_OFFSET_MS } from '@nashta/contracts/dates'
import { isArmyPost } from '@nashta/contracts/delivery/parse-pincode'
import { formatRupees, type Paise } from '@nashta/contracts/money'

export const DELIVERY_UNKNOWN = 'Delivery could not be checked. Please try again.'
export const NO_SUCH_PINCODE = 'We do not know this pincode'

/** “Delivers to 560001 by Friday, free” */
export function deliveryPromise({ pincode, by, fee, now }: PromiseOptions): string {
  const place = isArmyPost(pincode) ? `${pincode} (Army Post)` : pincode
  return `Delivers to ${place} by ${dayName(by, now)}, ${fee === 0 ? 'free' : `for ${formatRupees(fee)}`}`
}

type PromiseOptions = { pincode: string; by: string; fee: Paise; now: Date }

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const DAY_MS = 24 * 60 * 60 * 1000

/** “today”, “tomorrow”, the weekday up to six days ahead, otherwise the date. */
function dayName(by: string, now: Date): string {
  const daysAhead = (Date.parse(calendarDay(new Date(by))) - Date.parse(calendarDay(now))) / DAY_MS
  if (daysAhead === 0) return 'today'
  if (daysAhead === 1) return 'tomorrow'
  const weekday = WEEKDAYS[new Date(Date.parse(by) + KOLKATA_OFFSET_MS).getUTCDay()]
  return daysAhead > 1 && daysAhead < 7 && weekday ? weekday : formatLongDate(by)
}
