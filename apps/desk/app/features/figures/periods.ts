import type { FigureStep } from '@nashta/contracts/figures/figures'

const DAY_MS = 24 * 60 * 60 * 1000
/** Of the days in the URL, which JavaScript reads as midnight in UTC. */
const DAY = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'short', year: 'numeric', timeZone: 'UTC' })

export function daysAgo(day: string, count: number): string {
  return new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)
}

/** The first day of the month that is so many months before that of `day`. */
function firstOfMonth(day: string, monthsBefore: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - monthsBefore, 1)).toISOString().slice(0, 'yyyy-mm-dd'.length)
}

type Preset = {
  name: string
  by: FigureStep
  periodOf: (today: string) => { from: string; until: string }
}

export const PRESETS: readonly Preset[] = [
  { name: 'Today', by: 'day', periodOf: (today) => ({ from: today, until: today }) },
  { name: '7 days', by: 'day', periodOf: (today) => ({ from: daysAgo(today, 6), until: today }) },
  { name: '30 days', by: 'day', periodOf: (today) => ({ from: daysAgo(today, 29), until: today }) },
  { name: 'This month', by: 'day', periodOf: (today) => ({ from: firstOfMonth(today, 0), until: today }) },
  {
    name: 'Last month',
    by: 'day',
    periodOf: (today) => ({ from: firstOfMonth(today, 1), until: daysAgo(firstOfMonth(today, 0), 1) }),
  },
  { name: '12 months', by: 'month', periodOf: (today) => ({ from: firstOfMonth(today, 11), until: today }) },
]

export function labelOfStep({ from, until }: { from: string; until: string }, by: FigureStep): string {
  if (by === 'month') return MONTH.format(new Date(from))
  if (from === until) return DAY.format(new Date(from))
  return `${DAY.format(new Date(from))} – ${DAY.format(new Date(until))}`
}
