import { isDeepStrictEqual } from 'node:util'
import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import type { RatingSum } from '@nashta/contracts/ratings/rating-average'
import { expect, it } from 'vitest'
import { describeOnBothStorages } from '../adapters/documents.fixture.ts'
import { createRatingStore } from './rating-store.ts'
import { changeRating, hide, newRating, show, sumOf } from './rating.ts'

const HISTORIES = 1000
const STEPS = 6
const AT_ONCE = 40
const AT = new Date('2026-01-01T00:00:00Z')
const HIDDEN = { reason: 'insult', at: AT.toISOString(), by: 'boss' } as const

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

/** Each history has a snack of its own, and persons who act at the same time. */
async function runHistory(store: ReturnType<typeof createRatingStore>, seed: number) {
  const random = createRandom(seed)
  const family = `snack-${seed}`
  /** What the shop believes: the rating of each person, without the store's own arithmetic. */
  const believed = new Map<string, { stars: number; isHidden: boolean }>()
  let copied: RatingSum | null = null
  /** How often the store has answered otherwise than the shop believes. */
  let refused = 0

  async function act(person: string) {
    const stars = 1 + random.below(5)
    const kind = random.one([
      'rate',
      'rate',
      'change',
      'change',
      'hide',
      'hide',
      'show',
      'vote',
      'erase',
    ] as const)
    const id = `${family}-${person}`
    const before = believed.get(person)
    if (kind === 'rate') {
      const fields = { id, family, productId: family, productName: 'Snack', purchaseId: 'o1', firstName: '' }
      const isNew = await store.create(newRating(input(stars), { ...fields, personKeys: [id] }, AT))
      if (isNew !== (before === undefined)) refused += 1
      if (isNew) believed.set(person, { stars, isHidden: false })
    } else if (kind === 'change') {
      await store.change(id, (rating) => changeRating(rating, input(stars), AT))
      if (before) believed.set(person, { ...before, stars })
    } else if (kind === 'vote') {
      const voted = await store.vote(id, { key: `v${random.below(3)}`, isAccount: true, at: AT })
      if ((voted !== null) !== (before !== undefined && !before.isHidden)) refused += 1
    } else if (kind === 'erase') {
      await store.erase(id)
      believed.delete(person)
    } else {
      await store.change(id, (rating) => (kind === 'hide' ? hide(rating, HIDDEN) : show(rating)))
      if (before) believed.set(person, { ...before, isHidden: kind === 'hide' })
    }
    await store.copy(family, async (sum) => {
      copied = sum
    })
  }

  for (let step = 0; step < STEPS; step += 1) {
    // Two persons at once: their writes of the same summary conflict.
    await Promise.all(
      random.chance(0.5) ? [act('asha'), act('ravi')] : [act(random.one(['asha', 'ravi', 'mira']))],
    )
  }

  const shown = [...believed.values()].filter(({ isHidden }) => !isHidden)
  const expected =
    shown.length === 0 ? null : { sum: shown.reduce((sum, { stars }) => sum + stars, 0), count: shown.length }
  const listed = await store.page(family, 'helpful', { limit: 20 })
  const newest = await store.page(family, 'newest', { limit: 20 })
  const stored = sumOf(await store.starsOf(family))
  return {
    seed,
    found: { copied, stored, helpful: listed.ratings.length, newest: newest.ratings.length, refused },
    expected: {
      copied: expected,
      stored: expected,
      helpful: shown.length,
      newest: shown.length,
      refused: 0,
    },
  }
}

function input(stars: number) {
  return { stars, text: '', isNamed: false, pictures: [] }
}
