import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { asPaise } from '@nashta/contracts/money'
import { describe, expect, it } from 'vitest'
import type { StockEntry } from '../catalogue/stock/stock-entry.ts'
import { createCosting } from './stock-value.ts'

const AT = '2026-11-19T00:00:00.000Z'
const entry = (kind: StockEntry['kind'], units: number, cost?: number): StockEntry => ({
  at: AT,
  kind,
  units,
  ...(cost !== undefined && { costPaise: asPaise(cost) }),
})

/** `history` is oldest first. */
function costOf(history: readonly StockEntry[], pageSize = 2) {
  const stock = history.reduce((sum, { units }) => sum + units, 0)
  const costing = createCosting(stock)
  const newestFirst = history.toReversed()
  for (let from = 0; from < newestFirst.length; from += pageSize)
    if (costing.add(newestFirst.slice(from, from + pageSize))) break
  return costing.result()
}

describe('what a stock has cost', () => {
  it.each([
    ['of one receipt', [entry('start', 0), entry('received', 10, 500)], [10, 0, 5000]],
    [
      'of two, of which the older is sold first',
      [entry('received', 10, 500), entry('received', 5, 700), entry('order', -8)],
      [7, 0, 5 * 700 + 2 * 500],
    ],
    [
      'of units that came back',
      [entry('received', 10, 500), entry('order', -6), entry('cancelled', 6)],
      [10, 0, 5000],
    ],
    ['without a cost', [entry('start', 4), entry('received', 3), entry('changed', 2)], [9, 9, 0]],
    [
      'with a cost for some',
      [entry('start', 4), entry('received', 3, 100), entry('counted', -2)],
      [5, 2, 300],
    ],
    ['of units that a count has found', [entry('received', 3, 100), entry('counted', 2)], [5, 2, 300]],
    ['of nothing', [entry('received', 3, 100), entry('order', -3)], [0, 0, 0]],
    ['of a free sample', [entry('received', 3, 0)], [3, 0, 0]],
  ])('%s', (_case, history, [units, unknownUnits, costPaise]) => {
    for (const pageSize of [1, 2, 100])
      expect(costOf(history, pageSize)).toEqual({ units, unknownUnits, costPaise })
  })

  it('every unit has either a known cost or none, whatever the history', () => {
    const random = createRandom(7)
    for (let run = 0; run < 500; run += 1) {
      const history: StockEntry[] = []
      let stock = 0
      let out = 0
      for (let step = 0; step < 30; step += 1) {
        const units = 1 + random.below(9)
        const isTaken = random.chance(0.5) && stock >= units
        const isBack = !isTaken && random.chance(0.3) && out >= units
        if (isTaken) out += units
        if (isBack) out -= units
        stock += isTaken ? -units : units
        if (isTaken) history.push(entry('order', -units))
        else if (isBack) history.push(entry('back', units))
        else history.push(entry('received', units, random.chance(0.7) ? 100 + random.below(100) : undefined))
      }
      const { units, unknownUnits, costPaise } = costOf(history)
      expect(units).toBe(stock)
      const known = units - unknownUnits
      expect(known).toBeGreaterThanOrEqual(0)
      expect(costPaise).toBeGreaterThanOrEqual(known * 100)
      expect(costPaise).toBeLessThan(known * 200 + 1)
    }
  })
})
