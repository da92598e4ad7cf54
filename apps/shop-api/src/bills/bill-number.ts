import { calendarDay } from '@nashta/contracts/dates'

/** The tax law's limit. A prefix of three characters leaves seven digits for each financial year. */
const BILL_NUMBER_MAX_LENGTH = 16

/** April to March, in Indian time: `2627` begins on 1 April 2026. */
export function financialYearOf(at: Date): string {
  const [year = 0, month = 0] = calendarDay(at).split('-').map(Number)
  const first = month >= 4 ? year : year - 1
  return `${twoDigits(first)}${twoDigits(first + 1)}`
}

function twoDigits(year: number) {
  return String(year % 100).padStart(2, '0')
}

/** The bills of a prefix in one financial year: `INV/2627`. They are numbered from 1, without gaps. */
export function seriesOf(prefix: string, at: Date): string {
  return `${prefix}/${financialYearOf(at)}`
}

/** `INV/2627/0001` */
export function billNumber(series: string, sequence: number): string {
  const number = `${series}/${String(sequence).padStart(4, '0')}`
  if (number.length > BILL_NUMBER_MAX_LENGTH) throw new RangeError(`The series ${series} is full`)
  return number
}

/** Until when tax law wants the bill: so many months after the yearly return of its year is due, on 31 December. */
export function keptUntil(at: Date, months: number): Date {
  const [year = 0, month = 0] = calendarDay(at).split('-').map(Number)
  const endOfYear = month >= 4 ? year + 1 : year
  // The first moment of the January after the return.
  return new Date(Date.UTC(endOfYear + 1, months, 1))
}
