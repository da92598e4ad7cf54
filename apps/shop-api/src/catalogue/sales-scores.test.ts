import { expect, it } from 'vitest'
import { createSalesScores, dayBefore, SALES_WINDOW_DAYS, saleWeight } from './sales-scores.ts'

it('a sale has full weight for two months, and loses it over the third', () => {
  expect([0, 1, 60].map(saleWeight)).toEqual([1, 1, 1])
  expect(saleWeight(75)).toBe(0.5)
  expect(saleWeight(89)).toBeCloseTo(1 / 30)
  expect([90, 365, -1].map(saleWeight)).toEqual([0, 0, 0])

  // No day loses much more than 1/30 of the weight.
  for (let age = 1; age <= SALES_WINDOW_DAYS; age++) {
    expect(saleWeight(age - 1) - saleWeight(age)).toBeLessThan(0.034)
  }
})

it('a day begins at midnight in the shop’s time zone, which is 18:30 UTC', () => {
  const lastSecondOfDay = new Date('2026-03-01T18:29:59Z')
  expect(dayBefore(lastSecondOfDay, 0)).toBe('2026-03-01')
  expect(dayBefore(new Date('2026-03-01T18:30:00Z'), 0)).toBe('2026-03-02')
  expect(dayBefore(lastSecondOfDay, 1)).toBe('2026-02-28')
})

it('the last scores stay while sales cannot be read, and the next read replaces them', async () => {
  const clock = { now: new Date('2026-03-01T12:00:00Z') }
  /** The units sold today. Null makes the read fail. */
  let units: number | null = 2
  const sales = createSalesScores({
    products: {
      async soldOn(day) {
        if (units === null) throw new Error('throttled')
        return day === '2026-03-01' ? [{ products_id: 'a', units }] : []
      },
    },
    now: () => clock.now,
  })
  expect(await sales.read()).toEqual(new Map([['a', 2]]))
  units = null
  expect(await sales.read()).toEqual(new Map([['a', 2]]))
  // A failed read is repeated at the next interval of ten seconds, no sooner.
  expect(sales.isReadDue(clock.now.getTime() + 9_999)).toBe(false)
  expect(sales.isReadDue(clock.now.getTime() + 10_000)).toBe(true)
  // After the clock was set back, the next read is due at once.
  expect(sales.isReadDue(clock.now.getTime() - 3_600_000)).toBe(true)
  units = 5
  expect(await sales.read()).toEqual(new Map([['a', 5]]))
})
