import { expect, it } from 'vitest'
import { climb } from './climb.ts'

const LADDER = [1, 2, 5, 10, 20, 50, 100, 200, 500]

it.each(LADDER)('finds the top at %i from any beginning and tries nothing twice', (top) => {
  for (let start = 0; start < LADDER.length; start++) {
    const tried: number[] = []
    const found = climb(LADDER, start, (rung) => {
      tried.push(rung)
      return -Math.abs(Math.log(rung / top))
    })
    expect(found).toBe(top)
    expect(new Set(tried).size).toBe(tried.length)
  }
})
