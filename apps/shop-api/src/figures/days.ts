import { KOLKATA_OFFSET_MS } from '@nashta/contracts/dates'
import type { FigureStep } from '@nashta/contracts/figures/figures'

const DAY_MS = 24 * 60 * 60 * 1000

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** The days from one to another, both included. */
export function daysBetween(from: string, until: string): string[] {
  const count = Math.round((timeOf(until) - timeOf(from)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}

export function addDays(day: string, count: number): string {
  return dayAt(timeOf(day) + count * DAY_MS)
}

/** The first moment of a day in India, and that of the next one. */
export function momentsOf(day: string): { from: Date; until: Date } {
  const from = timeOf(day) - KOLKATA_OFFSET_MS
  return { from: new Date(from), until: new Date(from + DAY_MS) }
}

/** Names the day, week (from Monday) or month that a day is in, by its first day. */
export function stepOf(day: string, by: FigureStep): string {
  if (by === 'month') return `${day.slice(0, 'yyyy-mm'.length)}-01`
  if (by === 'day') return day
  const daysSinceMonday = (new Date(timeOf(day)).getUTCDay() + 6) % 7
  return addDays(day, -daysSinceMonday)
}
