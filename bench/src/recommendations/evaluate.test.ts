import { makeLog } from '@nashta/recommendations/model/generated-log.fixture'
import type { ModelSettings } from '@nashta/recommendations/model/model'
import { createRandom } from '@nashta/recommendations/model/numerics/random'
import type { Interaction } from '@nashta/recommendations/model/training-data'
import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import type { Protocol } from './split-log.ts'

/** Returns the nDCG of each ranker's ten best items, and the model's blend and coverage. */
function run(log: readonly Interaction[], protocol: Protocol, settings: ModelSettings = {}) {
  const { results, blend } = evaluate(log, { protocol, lengths: [10], seed: 1, clock: () => 0, settings })
  const [popularity = 0, knn = 0, model = 0] = results.map(({ byLength }) => byLength.get(10)?.ndcg)
  const coverage = results.find(({ name }) => name === 'the model')?.coverage ?? 0
  return { popularity, knn, model, blend, coverage }
}

describe('a log with repeat purchases', () => {
  const log = [...makeLog({ rows: 16_000, users: 700, items: 300, repeatShare: 0.25, seed: 5 })]
  const basket = run(log, 'basket')

  it('the model predicts the last basket better than item-KNN, and clearly better than popularity', () => {
    expect(basket.blend.hasRepeatPurchases).toBe(true)
    expect(basket.model).toBeGreaterThan(1.5 * basket.popularity)
    expect(basket.model).toBeGreaterThan(basket.knn)
  })

  it("a shopper's own and others' purchases together predict better than either alone", () => {
    const onlyOwn = run(log, 'basket', { ...basket.blend, repeatWeight: 1, popularityWeight: 0 })
    const onlyOthers = run(log, 'basket', { ...basket.blend, repeatWeight: 0, popularityWeight: 0 })
    expect(basket.model).toBeGreaterThan(onlyOwn.model)
    expect(basket.model).toBeGreaterThan(onlyOthers.model)
  })

  it('the model predicts the latest rows better than popularity, also for new shoppers', () => {
    // Given settings save time: without them the training searches for the best ones.
    const { model, popularity } = run(log, 'time', basket.blend)
    expect(model).toBeGreaterThan(1.2 * popularity)
  })
})

describe('a log without repeat purchases', () => {
  const log = [
    ...makeLog({
      rows: 30_000,
      users: 400,
      items: 600,
      repeatShare: 0,
      basketSize: 20,
      longTail: 1.2,
      seed: 7,
    }),
  ]
  /** The training chooses the settings. */
  const chosen = run(log, 'random')

  it('the model predicts at least as well as plain EASE, and better than item-KNN', () => {
    // Popularity has no weight, so its period does not matter.
    const plain = run(log, 'random', { ridge: 500, popularityWeight: 0, popularityDays: 36_500 })
    expect(chosen.blend).toMatchObject({ hasRepeatPurchases: false, repeatWeight: 0 })
    expect(chosen.model).toBeGreaterThanOrEqual(plain.model)
    expect(chosen.model).toBeGreaterThan(chosen.knn)
  })

  it('at least 15 % of the items are in the list of some shopper', () => {
    expect(chosen.coverage).toBeGreaterThanOrEqual(0.15)
  })
})

it.each(['random', 'time', 'basket'] as const)(
  'a log that is too small to split (%s) is refused',
  (protocol) => {
    const log = [...makeLog({ rows: 1, seed: 1 })]
    expect(() => run(log, protocol)).toThrow(/^the log is too small for the \w+ protocol/)
  },
)

it('two evaluations of the same log have equal results', () => {
  const log = [...makeLog({ rows: 3000, users: 80, items: 60, seed: 2 })]
  expect(run(log, 'time')).toEqual(run(log, 'time'))
})

it('a basket is completed better than by counting what was bought together', () => {
  const { results } = evaluate(themedBaskets(1500), {
    protocol: 'completion',
    lengths: [3],
    seed: 1,
    clock: () => 0,
    settings: { ridge: 50, hasTail: false, decay: 1, repeatWeight: 0, repurchaseExponent: 0 },
  })
  const ndcgOf = (name: string) => results.find((each) => each.name === name)?.byLength.get(3)?.ndcg ?? 0
  expect(ndcgOf('the model')).toBeGreaterThan(1.1 * ndcgOf('popularity'))
  expect(ndcgOf('the model')).toBeGreaterThan(1.1 * ndcgOf('co-purchases'))
})

/** Each basket has some products of one theme, and often one of the few that are in every other basket. */
function themedBaskets(count: number): Interaction[] {
  const random = createRandom(4)
  const below = (end: number) => Math.floor(random() * end)
  return Array.from({ length: count }, (_, basket) => {
    const theme = below(30)
    const ofTheme = Array.from({ length: 3 }, () => `theme-${theme}-${below(6)}`)
    const common = [0, 1, 2].flatMap((item) => (random() < 0.5 ? `common-${item}` : []))
    return [...new Set([...ofTheme, ...common])].map((productId): Interaction => ({
      userId: `u${basket}`,
      productId,
      kind: 'purchase',
      quantity: 1,
      at: basket,
      eventId: 'b',
    }))
  }).flat()
}
