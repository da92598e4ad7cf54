import { isDeepStrictEqual } from 'node:util'
import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import type { RatingSum } from '@nashta/contracts/ratings/rating-average'
import { expect, it } from 'vitest'
import { describeOnBothStorages } from '../adapters/documents.fixture.ts'
import { createRatingStore, type RatingStore } from './rating-store.ts'
import { changeRating, hide, newRating, show, sumOf } from './rating.ts'

const HISTORIES = 1000
const STEPS = 6
const AT_ONCE = 40
const AT = new Date('2026-01-01T00:00:00Z')
const HIDDEN = { reason: 'insult', at: AT.toISOString(), by: 'boss' } as const
const STEP_KINDS = [
  'rate',
  'rate',
  'change',
  'change',
  'hide',
  'hide',
  'show',
  'vote',
  'erase',
  'move',
] as const

describeOnBothStorages('ratings after random histories', (open) => {
  it(
    `the stored average equals the shown ratings after each of ${HISTORIES} histories`,
    { timeout: 1_800_000 },
    async () => {
      const store = createRatingStore(open().documents)
      const wrong: unknown[] = []
      for (let first = 0; first < HISTORIES; first += AT_ONCE) {
        const seeds = Array.from({ length: AT_ONCE }, (_, index) => first + index)
        const ended = await Promise.all(seeds.map((seed) => runHistory(store, seed)))
        wrong.push(...ended.filter(({ found, expected }) => !isDeepStrictEqual(found, expected)))
      }
      expect(wrong).toEqual([])
    },
  )
})

/** Each history has two snacks of its own, and persons who act at the same time. */
async function runHistory(store: RatingStore, seed: number) {
  const random = createRandom(seed)
  const families = [`snack-${seed}`, `other-${seed}`] as const
  /** What the shop believes: each rating by its id, without the store's own arithmetic. */
  const believed = new Map<string, { person: string; family: string; stars: number; isHidden: boolean }>()
  const copied = new Map<string, RatingSum | null>()
  /** How often the store has answered otherwise than the shop believes. */
  let refused = 0

  async function act(person: string) {
    const stars = 1 + random.below(5)
    const kind = random.one(STEP_KINDS)
    const family = random.one(families)
    const own = [...believed].filter(([, rating]) => rating.person === person)
    const [id, before] = own.length > 0 ? random.one(own) : ['none']
    const isTaken = own.some(([, rating]) => rating.family === family)
    if (kind === 'rate') {
      const fields = { productId: family, productName: 'Snack', purchaseId: 'o1', firstName: '' }
      const newId = `${seed}-${person}-${random.below(1e9)}`
      const isNew = await store.create(
        newRating(input(stars), { ...fields, id: newId, family, personKeys: [`${seed}-${person}`] }, AT),
      )
      if (isNew === isTaken) refused += 1
      if (isNew) believed.set(newId, { person, family, stars, isHidden: false })
    } else if (kind === 'change') {
      await store.change(id, (rating) => changeRating(rating, input(stars), AT))
      if (before) believed.set(id, { ...before, stars })
    } else if (kind === 'vote') {
      const voted = await store.vote(id, { key: `v${random.below(3)}`, isAccount: true, at: AT })
      if ((voted !== null) !== (before !== undefined && !before.isHidden)) refused += 1
    } else if (kind === 'erase') {
      await store.erase(id)
      believed.delete(id)
    } else if (kind === 'move') {
      await store.move(id, family)
      if (before && !isTaken) believed.set(id, { ...before, family })
    } else {
      await store.change(id, (rating) => (kind === 'hide' ? hide(rating, HIDDEN) : show(rating)))
      if (before) believed.set(id, { ...before, isHidden: kind === 'hide' })
    }
    for (const each of families)
      await store.copy(each, async (sum) => {
        copied.set(each, sum)
      })
  }

  for (let step = 0; step < STEPS; step += 1) {
    // Two persons at once: their writes of the same summary conflict.
    await Promise.all(
      random.chance(0.5) ? [act('asha'), act('ravi')] : [act(random.one(['asha', 'ravi', 'mira']))],
    )
  }

  const found = await Promise.all(
    families.map((family) => listedOf(store, family, copied.get(family) ?? null)),
  )
  const expected = families.map((family) => {
    const all = [...believed.values()].filter((rating) => rating.family === family)
    const shown = all.filter(({ isHidden }) => !isHidden)
    const sum = shown.reduce((total, { stars }) => total + stars, 0)
    const average = shown.length === 0 ? null : { sum, count: shown.length }
    return { copied: average, stored: average, helpful: shown.length, newest: shown.length, all: all.length }
  })
  return { seed, found: { families: found, refused }, expected: { families: expected, refused: 0 } }
}

/** What the store lists of a snack. */
async function listedOf(store: RatingStore, family: string, copied: RatingSum | null) {
  const [helpful, newest, all] = await Promise.all([
    store.page(family, 'helpful', { limit: 20 }),
    store.page(family, 'newest', { limit: 20 }),
    store.listOfFamily(family, { limit: 20 }),
  ])
  return {
    copied,
    stored: sumOf(await store.starsOf(family)),
    helpful: helpful.ratings.length,
    newest: newest.ratings.length,
    all: all.length,
  }
}

function input(stars: number) {
  return { stars, text: '', isNamed: false, pictures: [] }
}
