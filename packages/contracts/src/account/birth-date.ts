import { AGE_MAX_YEARS } from '../constants.ts'
import { calendarDay } from '../dates.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** A real date as YYYY-MM-DD, not in the future and not before the oldest possible age. */
export function isBirthDate(text: string, now: Date): boolean {
  if (!isCalendarDay(text)) return false

  // ISO dates sort as text.
  const today = calendarDay(now)
  const earliest = `${Number(today.slice(0, 4)) - AGE_MAX_YEARS}${today.slice(4)}`
  return text >= earliest && text <= today
}

function isCalendarDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // The 31st of a shorter month would parse as a day of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
