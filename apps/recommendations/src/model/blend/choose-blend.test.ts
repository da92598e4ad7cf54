import { describe, expect, it } from 'vitest'
import { smallShop } from '../shop.fixture.ts'
import { train } from '../train.ts'
import { hillClimb } from './choose-blend.ts'

const shop = smallShop(4, 60)

describe('training', () => {
  it('does not change settings that are given', () => {
    const settings = {
      ridge: 77,
      popularityWeight: 20,
      decay: 0.8,
      repeatWeight: 0.3,
      repurchaseExponent: 0.5,
    }
    expect(train({ ...shop, settings: { ridge: 77 } }).blend.ridge).toBe(77)
    expect(train({ ...shop, settings: { popularityWeight: 20 } }).blend.popularityWeight).toBe(20)
    expect(train({ ...shop, settings }).blend).toMatchObject(settings)
  })

  it('assumes repeat purchases, unless there are purchases and none is a repeat', () => {
    expect(train({ ...shop, interactions: [] }).blend.hasRepeatPurchases).toBe(true)
    expect(train(shop).blend.hasRepeatPurchases).toBe(true)
    const withoutRepeats = new Map(shop.interactions.map((row) => [`${row.userId} ${row.productId}`, row]))
    expect(train({ ...shop, interactions: withoutRepeats.values() }).blend).toMatchObject({
      hasRepeatPurchases: false,
      repeatWeight: 0,
    })
  })

  it('uses the defaults with too little data', () => {
    // Twenty purchases give fewer held-out cases than the choice of settings needs.
    const { blend } = train({ ...shop, interactions: shop.interactions.slice(0, 20) })
    expect(blend).toMatchObject({ ridge: 500, decay: 0.9, repeatWeight: 0.5, popularityWeight: 20 })
  })
})

const VALUES = [1, 2, 5, 10, 20, 50, 100, 200, 500]

it.each(VALUES)('hill climbing finds the maximum at %i from any start and tries no value twice', (best) => {
  for (let start = 0; start < VALUES.length; start++) {
    const tried: number[] = []
    const found = hillClimb(VALUES, start, (value) => {
      tried.push(value)
      return -Math.abs(Math.log(value / best))
    })
    expect(found).toBe(best)
    expect(new Set(tried).size).toBe(tried.length)
  }
})
