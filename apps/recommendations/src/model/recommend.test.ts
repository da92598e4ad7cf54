import { describe, expect, it } from 'vitest'
import { encodeModel } from './model-file.ts'
import { createRandom, pickSome } from './random.ts'
import { recommend } from './recommend.ts'
import { bought, describedItem, smallShop } from './shop.fixture.ts'
import { train } from './train.ts'
import type { CatalogueItem } from './training-data.ts'
import type { Interaction } from './training-data.ts'
import { withCatalogue } from './with-catalogue.ts'

const SEED = 'today'
const GUEST: Interaction[] = []
const shop = smallShop(1)
const model = train(shop)
const served = withCatalogue(model, shop.catalogue)

function listFor(history: readonly Interaction[], limit: number, seed = SEED) {
  return recommend(served, { history, exclude: new Set(), limit, seed }).map(({ productId }) => productId)
}

describe('any list', () => {
  it('excludes the cart and unknown products, has no duplicates and is as long as possible', () => {
    const random = createRandom(9)
    for (let round = 0; round < 300; round++) {
      const catalogue = someOf(shop.catalogue, random)
      // Products that the model has never heard of.
      if (round % 3 === 0) catalogue.push(describedItem('i900'), describedItem('i901'))
      const offered = new Set(catalogue.map(({ productId }) => productId))
      const exclude = new Set(someOf(shop.catalogue, random).map(({ productId }) => productId))
      const history = round % 4 === 0 ? GUEST : anyHistory(random)
      const limit = 1 + Math.floor(random() * 50)
      const ask = { history, exclude, limit, seed: String(round) }
      const current = withCatalogue(model, catalogue)

      const list = recommend(current, ask)

      const ids = list.map(({ productId }) => productId)
      expect(ids.filter((id) => exclude.has(id) || !offered.has(id))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
      const possible = [...offered].filter((id) => !exclude.has(id)).length
      expect(ids).toHaveLength(Math.min(limit, possible))
      expect(recommend(current, ask)).toEqual(list)
    }
  })

  it("gives only products of the shopper's history as reasons", () => {
    let reasons = 0
    for (const history of shop.histories.values()) {
      const known = new Set(history.map(({ productId }) => productId))
      for (const { because } of recommend(served, { history, exclude: new Set(), limit: 6, seed: SEED })) {
        if (because === null) continue
        reasons += 1
        expect(known.has(because)).toBe(true)
      }
    }
    expect(reasons).toBeGreaterThan(shop.histories.size)
  })

  it('covers at least 15 % of the catalogue over all shoppers', () => {
    const shown = new Set([...shop.histories.values()].flatMap((history) => listFor(history, 10)))
    expect(shown.size / shop.catalogue.length).toBeGreaterThanOrEqual(0.15)
  })
})

describe('a guest', () => {
  it('gets a list without personal scores', () => {
    const guest = listFor(GUEST, 10)
    for (const history of shop.histories.values()) expect(listFor(history, 10)).not.toEqual(guest)
  })

  it('sees the most popular product of each category first', () => {
    const categories = listFor(GUEST, 4).map((id) => describedItem(id).category)
    expect(new Set(categories).size).toBe(4)
    const [first] = listFor(GUEST, 1)
    const counts = [...model.popularity]
    expect(first).toBe(model.productIds[counts.indexOf(Math.max(...counts))])
  })

  it('gets no reasons', () => {
    const list = recommend(served, { history: GUEST, exclude: new Set(), limit: 10, seed: SEED })
    expect(list.map(({ because }) => because)).toEqual(list.map(() => null))
  })
})

describe('a purchase by similar shoppers', () => {
  const catalogue = Array.from({ length: 12 }, (_, index) => ({
    ...describedItem(`i${index}`),
    name: `Thing${index}`,
    description: '',
    category: '',
  }))
  // i1 and i2 go together for everybody but ravi, who alone takes i7 with i1.
  const others = Array.from({ length: 8 }, (_, index) => [
    bought(`u${index}`, index < 4 ? 'i1' : 'i4', 1),
    bought(`u${index}`, index < 4 ? 'i2' : 'i5', 2),
  ]).flat()
  const ravi = [bought('ravi', 'i1', 1), bought('ravi', 'i7', 2)]
  const asha = [bought('asha', 'i1', 1)]
  const settings = { rebuys: false, popularityWeight: 0 }
  const trained = (interactions: Interaction[]) => train({ interactions, catalogue, now: 5000, settings })
  const ask = { history: asha, exclude: new Set<string>(), limit: 3, seed: SEED }

  it('leads to a suggestion and is its reason', () => {
    const [first, second] = recommend(withCatalogue(trained([...others, ...ravi]), catalogue), ask)
    expect(first).toEqual({ productId: 'i2', because: 'i1' })
    expect(second).toEqual({ productId: 'i7', because: 'i1' })
  })

  it('has no effect after a training without those shoppers', () => {
    const without = trained(others)
    const list = recommend(withCatalogue(without, catalogue), ask)
    expect(list.find(({ productId }) => productId === 'i7')?.because ?? null).toBeNull()
    expect(encodeModel(without)).not.toEqual(encodeModel(trained([...others, ...ravi])))
  })
})

describe('a bought product', () => {
  const first = [...shop.histories.values()].find((history) => history.length > 20) ?? []

  it('is suggested again where shoppers buy again', () => {
    expect(model.blend.rebuys).toBe(true)
    const known = new Set(first.map(({ productId }) => productId))
    expect(listFor(first, 10).some((id) => known.has(id))).toBe(true)
  })

  it('is suggested only when nothing else is left where shoppers do not buy again', () => {
    const once = withCatalogue(
      train({ ...shop, settings: { ...model.blend, rebuys: false } }),
      shop.catalogue,
    )
    const known = new Set(first.map(({ productId }) => productId))
    const list = recommend(once, { history: first, exclude: new Set(), limit: 120, seed: SEED })
    const fresh = list.slice(0, 120 - known.size).map(({ productId }) => productId)
    expect(list).toHaveLength(120)
    expect(fresh.filter((id) => known.has(id))).toEqual([])
  })
})

describe('a product without purchases', () => {
  const crackers = {
    ...describedItem('i996'),
    name: 'Sesame crackers',
    description: 'Roasted sesame',
    category: 'Chips',
  }
  const sesame = {
    ...describedItem('i997'),
    name: 'Sesame sticks',
    description: 'Roasted sesame',
    category: 'Chips',
  }
  const current = withCatalogue(model, [...shop.catalogue, crackers, sesame])

  it('is suggested to shoppers with a product of similar words, with that reason', () => {
    const history = [bought('asha', 'i996', 1)]
    const list = recommend(current, { history, exclude: new Set(['i996']), limit: 4, seed: SEED })
    expect(list).toContainEqual({ productId: 'i997', because: 'i996' })
  })

  it("gets one place in a guest's list, chosen by the seed", () => {
    const lists = Array.from({ length: 300 }, (_, seed) =>
      recommend(current, { history: GUEST, exclude: new Set(), limit: 6, seed: String(seed) }),
    )
    const last = new Set(lists.map((list) => list[5]?.productId))
    expect(last).toContain('i996')
    expect(last).toContain('i997')
    const heads = lists.map((list) => JSON.stringify(list.slice(0, 5)))
    expect(new Set(heads).size).toBe(1)
  })
})

it('an empty catalogue gives an empty list, and a shop without interactions lists every product', () => {
  const young = train({ interactions: [], catalogue: shop.catalogue, now: 0 })
  const ask = { history: GUEST, exclude: new Set<string>(), limit: 50, seed: SEED }
  expect(recommend(withCatalogue(young, []), ask)).toEqual([])
  expect(recommend(withCatalogue(young, shop.catalogue), ask)).toHaveLength(50)
})

function someOf(catalogue: readonly CatalogueItem[], random: () => number): CatalogueItem[] {
  const places = pickSome(catalogue.length, Math.floor(random() * catalogue.length), random)
  return Array.from(places, (place) => catalogue[place] as CatalogueItem)
}

function anyHistory(random: () => number): Interaction[] {
  const all = [...shop.histories.values()]
  return all[Math.floor(random() * all.length)] ?? []
}
