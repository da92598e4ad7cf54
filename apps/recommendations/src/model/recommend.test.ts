import { describe, expect, it } from 'vitest'
import { encodeModel } from './model-file.ts'
import { createRandom, pickSome } from './numerics/random.ts'
import { recommend } from './recommend.ts'
import { bought, describedItem, smallShop } from './shop.fixture.ts'
import { train } from './train.ts'
import type { ModelProduct, Interaction } from './training-data.ts'
import { withCatalogue } from './with-catalogue.ts'

const SEED = 'today'
const NO_HISTORY: Interaction[] = []
const shop = smallShop(1)
const model = train(shop)
const servedModel = withCatalogue(model, shop.catalogue)

/** Each has three packs. */
function familyOf(productId: string) {
  return `f${Number(productId.slice(1)) % 40}`
}

/** The ids of the products that are suggested to a shopper with this history. */
function listFor(history: readonly Interaction[], limit: number) {
  return recommend(servedModel, { history, exclude: new Set(), limit, seed: SEED }).map(
    ({ productId }) => productId,
  )
}

describe('every list', () => {
  it('has only offered products that are not excluded, once each, as many as possible, and is the same for the same request', () => {
    const random = createRandom(9)
    for (let round = 0; round < 300; round++) {
      const catalogue = someOf(shop.catalogue, random)
      // Every third catalogue has two products that are newer than the model.
      if (round % 3 === 0) catalogue.push(describedItem('i900'), describedItem('i901'))
      const offered = new Set(catalogue.map(({ productId }) => productId))
      const exclude = new Set(someOf(shop.catalogue, random).map(({ productId }) => productId))
      // Every fourth request is for a guest.
      const history = round % 4 === 0 ? NO_HISTORY : randomHistory(random)
      const limit = 1 + Math.floor(random() * 50)
      const request = { history, exclude, limit, seed: String(round) }
      const current = withCatalogue(model, catalogue)

      const list = recommend(current, request)

      const ids = list.map(({ productId }) => productId)
      expect(ids.filter((id) => exclude.has(id) || !offered.has(id))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
      const possible = [...offered].filter((id) => !exclude.has(id)).length
      expect(ids).toHaveLength(Math.min(limit, possible))
      expect(recommend(current, request)).toEqual(list)
    }
  })

  it('has one pack of each snack, and none of a snack in the cart, also of what was bought', () => {
    const random = createRandom(11)
    const inFamilies = shop.catalogue.map((product) => ({ ...product, family: familyOf(product.productId) }))
    for (const blend of [
      model.blend,
      { ...model.blend, hasRepeatPurchases: !model.blend.hasRepeatPurchases },
    ]) {
      for (let round = 0; round < 60; round++) {
        const current = withCatalogue({ ...model, blend }, someOf(inFamilies, random))
        const exclude = new Set(
          someOf(shop.catalogue, random)
            .slice(0, 5)
            .map(({ productId }) => productId),
        )
        const taken = new Set(
          [...exclude].filter((id) => current.isOffered[current.indexById.get(id) ?? -1]).map(familyOf),
        )
        const offered = new Set(
          current.productIds.filter((_id, index) => current.isOffered[index]).map(familyOf),
        )
        const history = round % 4 === 0 ? NO_HISTORY : randomHistory(random)
        const list = recommend(current, { history, exclude, limit: 50, seed: String(round) })

        const families = list.map(({ productId }) => familyOf(productId))
        expect(new Set(families).size).toBe(families.length)
        expect(families.filter((family) => taken.has(family))).toEqual([])
        // It is as long as it can be.
        expect(families.length).toBeGreaterThanOrEqual(Math.min(50, offered.difference(taken).size))
      }
    }
  })

  it("gives only products of the shopper's history as reasons", () => {
    let reasonCount = 0
    for (const history of shop.histories.values()) {
      const inHistory = new Set(history.map(({ productId }) => productId))
      for (const { sourceId } of recommend(servedModel, {
        history,
        exclude: new Set(),
        limit: 6,
        seed: SEED,
      })) {
        if (sourceId === null) continue
        reasonCount += 1
        expect(inHistory.has(sourceId)).toBe(true)
      }
    }
    // On average, each list has more than one reason.
    expect(reasonCount).toBeGreaterThan(shop.histories.size)
  })
})

it('the lists of all shoppers together cover at least 15 % of the catalogue', () => {
  const shown = new Set([...shop.histories.values()].flatMap((history) => listFor(history, 10)))
  expect(shown.size / shop.catalogue.length).toBeGreaterThanOrEqual(0.15)
})

describe('a shopper without a history', () => {
  it('gets a list that no shopper with a history gets', () => {
    const guestList = listFor(NO_HISTORY, 10)
    for (const history of shop.histories.values()) expect(listFor(history, 10)).not.toEqual(guestList)
  })

  it('sees the most popular product first, and a product of each of the four categories', () => {
    const categories = listFor(NO_HISTORY, 4).map((id) => describedItem(id).category)
    expect(new Set(categories).size).toBe(4)
    const [first] = listFor(NO_HISTORY, 1)
    const popularity = [...model.popularity]
    expect(first).toBe(model.productIds[popularity.indexOf(Math.max(...popularity))])
  })

  it('gets no reasons', () => {
    const list = recommend(servedModel, { history: NO_HISTORY, exclude: new Set(), limit: 10, seed: SEED })
    expect(list.map(({ sourceId }) => sourceId)).toEqual(list.map(() => null))
  })
})

describe('a purchase by similar shoppers', () => {
  // No two products have a word in common, so only purchases make them similar.
  const catalogue = Array.from({ length: 12 }, (_, index) => ({
    ...describedItem(`i${index}`),
    name: `Thing${index}`,
    description: '',
    category: '',
  }))
  // Four shoppers bought i1 and i2, four bought i4 and i5, and ravi bought i1 and i7.
  const others = Array.from({ length: 8 }, (_, index) => [
    bought(`u${index}`, index < 4 ? 'i1' : 'i4', 1),
    bought(`u${index}`, index < 4 ? 'i2' : 'i5', 2),
  ]).flat()
  const ravi = [bought('ravi', 'i1', 1), bought('ravi', 'i7', 2)]
  const asha = [bought('asha', 'i1', 1)]
  /** With these settings, scores depend only on what other shoppers bought. */
  const settings = { hasRepeatPurchases: false, popularityWeight: 0 }
  const trainOn = (interactions: Interaction[]) => train({ interactions, catalogue, now: 5000, settings })
  const request = { history: asha, exclude: new Set<string>(), limit: 3, seed: SEED }

  it('leads to a suggestion, whose reason is the product that both shoppers bought', () => {
    const [first, second] = recommend(withCatalogue(trainOn([...others, ...ravi]), catalogue), request)
    expect(first).toEqual({ productId: 'i2', sourceId: 'i1' })
    expect(second).toEqual({ productId: 'i7', sourceId: 'i1' })
  })

  it('is neither in the model nor a reason after a training without the shopper who made it', () => {
    const withoutRavi = trainOn(others)
    const list = recommend(withCatalogue(withoutRavi, catalogue), request)
    expect(list.find(({ productId }) => productId === 'i7')?.sourceId ?? null).toBeNull()
    expect(encodeModel(withoutRavi)).not.toEqual(encodeModel(trainOn([...others, ...ravi])))
  })
})

describe('a bought product', () => {
  const history = [...shop.histories.values()].find((rows) => rows.length > 20) ?? []
  const boughtIds = new Set(history.map(({ productId }) => productId))

  it('is suggested again if shoppers buy again', () => {
    expect(model.blend.hasRepeatPurchases).toBe(true)
    expect(listFor(history, 10).some((id) => boughtIds.has(id))).toBe(true)
  })

  it('is suggested only when no other product is left if shoppers do not buy again', () => {
    const withoutRepeats = withCatalogue(
      train({ ...shop, settings: { ...model.blend, hasRepeatPurchases: false } }),
      shop.catalogue,
    )
    const list = recommend(withoutRepeats, {
      history,
      exclude: new Set(),
      limit: shop.catalogue.length,
      seed: SEED,
    })
    const firstIds = list.slice(0, shop.catalogue.length - boughtIds.size).map(({ productId }) => productId)
    expect(list).toHaveLength(shop.catalogue.length)
    expect(firstIds.filter((id) => boughtIds.has(id))).toEqual([])
  })
})

describe('a product without purchases', () => {
  const crackers = {
    ...describedItem('i996'),
    name: 'Sesame crackers',
    description: 'Roasted sesame',
    category: 'Chips',
  }
  const sticks = {
    ...describedItem('i997'),
    name: 'Sesame sticks',
    description: 'Roasted sesame',
    category: 'Chips',
  }
  const current = withCatalogue(model, [...shop.catalogue, crackers, sticks])

  it('is suggested to a shopper who bought a product with similar words, with that product as the reason', () => {
    const history = [bought('asha', 'i996', 1)]
    const list = recommend(current, { history, exclude: new Set(['i996']), limit: 4, seed: SEED })
    expect(list).toContainEqual({ productId: 'i997', sourceId: 'i996' })
  })

  it('can be the last of six products for a shopper without a history, and the seed changes only the last', () => {
    const lists = Array.from({ length: 300 }, (_, seed) =>
      recommend(current, { history: NO_HISTORY, exclude: new Set(), limit: 6, seed: String(seed) }),
    )
    const lastIds = new Set(lists.map((list) => list[5]?.productId))
    expect(lastIds).toContain('i996')
    expect(lastIds).toContain('i997')
    const firstFive = lists.map((list) => JSON.stringify(list.slice(0, 5)))
    expect(new Set(firstFive).size).toBe(1)
  })
})

it('an empty catalogue gives an empty list, and a shop without interactions a full one', () => {
  const untrained = train({ interactions: [], catalogue: shop.catalogue, now: 0 })
  const request = { history: NO_HISTORY, exclude: new Set<string>(), limit: 50, seed: SEED }
  expect(recommend(withCatalogue(untrained, []), request)).toEqual([])
  expect(recommend(withCatalogue(untrained, shop.catalogue), request)).toHaveLength(50)
})

function someOf(catalogue: readonly ModelProduct[], random: () => number): ModelProduct[] {
  const indexes = pickSome(catalogue.length, Math.floor(random() * catalogue.length), random)
  return Array.from(indexes, (index) => catalogue[index]!)
}

function randomHistory(random: () => number): Interaction[] {
  const all = [...shop.histories.values()]
  return all[Math.floor(random() * all.length)] ?? []
}
