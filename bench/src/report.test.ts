import { expect, it } from 'vitest'
import type { Cost } from './compare.ts'
import { missedBars, reportTables } from './report.ts'
import type { Measurement } from './row.ts'

function rounds(...cpuMicros: number[]): Cost[] {
  return cpuMicros.map((cpuMicrosPerRequest) => ({
    cpuMicrosPerRequest,
    requestsPerSecond: 1,
    cpuShare: 1,
    responses: 1,
  }))
}

const change = {
  kind: 'change',
  label: 'read a cart',
  atMost: 1.05,
  older: rounds(100, 200, 110),
  today: rounds(104, 190, 121),
} satisfies Measurement

it('a change is the ratio of the medians, beside the lowest and highest ratio of a round', () => {
  expect(reportTables([change])).toContain('110.0 µs | 121.0 µs | 1.10  | 0.95 to 1.10')
})

it('a call that costs more than its bar allows is missed', () => {
  expect(missedBars([change, { ...change, label: 'add', atMost: 1.1 }])).toEqual(['read a cart'])
})
