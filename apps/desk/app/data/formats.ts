import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'

const TIME_ZONE = 'Asia/Kolkata'
const TIME = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: TIME_ZONE,
})
const DAY = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: TIME_ZONE,
})

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "15 Nov, 8:32 am" in Indian time. */
export function formatTime(instant: string): string {
  return TIME.format(new Date(instant))
}

/** "15 Nov 2026" in Indian time. */
export function formatDay(instant: string | Date): string {
  return DAY.format(new Date(instant))
}

/** Takes rupees and returns a text such as ₹1,00,000. `formatRupees` takes paise instead. */
export function formatAmount(rupees: number): string {
  return rupees < 0 ? `-${formatAmount(-rupees)}` : formatRupees(rupeesToPaise(rupees))
}

/** "November 2026" for `2026-11`. */
export function formatMonth(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}

/** "1 order", "20 orders". */
export function formatNumberOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
