import { describe, expect, it } from 'vitest'
import type { ModelSettings } from '../model/model.ts'
import type { Interaction } from '../model/training-data.ts'
import { evaluate } from './evaluate.ts'
import { makeLog } from './make-log.ts'
import type { Protocol } from './split-log.ts'

function run(log: readonly Interaction[], protocol: Protocol, settings: ModelSettings = {}) {
  const { rows, blend } = evaluate(log, { protocol, lengths: [10], seed: 1, clock: () => 0, settings })
  const [popularity = 0, knn = 0, model = 0] = rows.map(({ byLength }) => byLength.get(10)?.ndcg)
  return { popularity, knn, model, blend, coverage: rows[2]?.coverage ?? 0 }
}

describe('shoppers who buy again', () => {
  const log = [...makeLog({ rows: 16_000, users: 700, items: 300, rebuys: 0.25, seed: 5 })]
  const basket = run(log, 'basket')

  it('are foreseen clearly better than by popularity, basket by basket', () => {
    expect(basket.blend.rebuys).toBe(true)
    expect(basket.model).toBeGreaterThan(1.5 * basket.popularity)
    expect(basket.model).toBeGreaterThan(basket.knn)
  })

  it('are foreseen better by both what they bought and what others with it bought than by one of them', () => {
    const onlyOwn = run(log, 'basket', { ...basket.blend, personalShare: 1, popularityWeight: 0 })
    const onlyOthers = run(log, 'basket', { ...basket.blend, personalShare: 0, popularityWeight: 0 })
    expect(basket.model).toBeGreaterThan(onlyOwn.model)
    expect(basket.model).toBeGreaterThan(onlyOthers.model)
  })

  it('are foreseen better than by popularity as time goes on, new ones included', () => {
    const { model, popularity } = run(log, 'time', basket.blend)
    expect(model).toBeGreaterThan(1.2 * popularity)
  })
})

describe('a log of films, which nobody takes twice', () => {
  const log = [
    ...makeLog({ rows: 100_000, users: 943, items: 1682, rebuys: 0, basketSize: 20, longTail: 1.2, seed: 7 }),
  ]
  const tuned = run(log, 'random')

  it('is foreseen at least as well as by plain EASE', () => {
    const plain = run(log, 'random', { ridge: 500, popularityWeight: 0, popularityDays: 36_500 })
    expect(tuned.blend).toMatchObject({ rebuys: false, personalShare: 0 })
    expect(tuned.model).toBeGreaterThanOrEqual(plain.model)
    expect(tuned.model).toBeGreaterThan(tuned.knn)
  })

  it('shows at least 15 % of the items to somebody', () => {
    expect(tuned.coverage).toBeGreaterThanOrEqual(0.15)
  })
})

it.each(['random', 'time', 'basket'] as const)(
  'refuses a log that is too small to split (%s)',
  (protocol) => {
    const log = [...makeLog({ rows: 1, seed: 1 })]
    expect(() => run(log, protocol)).toThrow(/^the log is too small for the \w+ protocol/)
  },
)

it('says the same of the same log twice', () => {
  const log = [...makeLog({ rows: 3000, users: 80, items: 60, seed: 2 })]
  expect(run(log, 'time')).toEqual(run(log, 'time'))
})
