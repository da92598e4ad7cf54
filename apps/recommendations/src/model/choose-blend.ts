import { choosePopularityDays } from './choose-popularity-days.ts'
import { climb } from './climb.ts'
import { countHead, learnEase } from './ease.ts'
import { createGram, type Gram, wants } from './gram.ts'
import { type Habits, habitsOf } from './habits.ts'
import type { Histories } from './histories.ts'
import type { Blend, ModelSettings } from './model.ts'
import { countTaken, daysBefore } from './popularity.ts'
import { createRandom } from './random.ts'
import { asNewcomers, rehearse } from './rehearsal.ts'
import { createTries, type Stage } from './tries.ts'
import type { Weights } from './weights.ts'

const SEED = 20_260_101
/** Fewer say nothing about which mix is better. */
const LEAST_CASES = 30
/** Solving more products exactly for each ridge would cost minutes, and hardly moves the best one. */
const RIDGE_HEAD_SIZE = 1000
/** Where people buy again there is more to choose, and it depends on more products. */
const MIX_HEAD_SIZE = 2000

const RIDGES = [1, 2, 5, 10, 20, 50, 100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000]
const DECAYS = [0.7, 0.8, 0.9, 1]
const HABIT_POWERS = [0, 0.5, 1]
const PERSONAL_SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]
const POPULARITY_WEIGHTS = [0, 1, 2, 5, 10, 20]
/** Below it nobody comes back for the same, and what somebody has is not suggested again. */
const REBUY_SHARE = 0.02
/** What those of whom much is known may lose for those of whom little is. */
const FOR_NEWCOMERS = 0.996

const UNTRIED = {
  ridge: 500,
  hasTail: false,
  decay: 0.9,
  habitPower: 0,
  personalShare: 0.5,
  popularityWeight: 20,
}

type Gain = (blend: Blend) => number
type Input = { histories: Histories; itemCount: number; now: number; habits: Habits }

/** The mix that foresees best what is hidden from it, of a part of the same histories. */
export function chooseBlend({ histories, itemCount, now, habits }: Input, given: ModelSettings): Blend {
  const random = createRandom(SEED)
  const rebuys = given.rebuys ?? habits.repeatShare >= REBUY_SHARE
  const popularityDays = given.popularityDays ?? choosePopularityDays(histories, itemCount, random)
  const onlyNew = rebuys ? {} : { personalShare: 0, decay: 1, habitPower: 0 }
  const asked = { ...onlyNew, ...given }
  const start = { ...UNTRIED, ...asked, rebuys, popularityDays }
  if (isComplete(asked)) return start
  const rehearsal = rehearse(histories, rebuys, random)
  if (rehearsal.cases.length < LEAST_CASES) return start

  const { training, cases } = rehearsal
  const gram = createGram(wants(training, itemCount))
  const popularity = countTaken(training, itemCount, daysBefore(now, popularityDays), Infinity)
  const trainingHabits = habitsOf(training, itemCount).byItem
  const stageOf = (weights: Weights): Stage => ({
    histories: training,
    weights,
    popularity,
    habits: trainingHabits,
    rebuys,
  })
  const alone = { ...start, popularityWeight: asked.popularityWeight ?? 0 }
  const bestShare = (gain: Gain, blend: Blend) => bestOf(choices(blend, asked, 'personalShare'), gain)
  const counts = countHead(gram, RIDGE_HEAD_SIZE)
  const found =
    asked.ridge ??
    climb(RIDGES, firstRidge(gram), (ridge) => {
      const options = { ridge, headSize: RIDGE_HEAD_SIZE, hasTail: false }
      const gain = createTries(stageOf(learnEase(gram, options, counts)), cases)
      return gain(bestShare(gain, alone))
    })
  // The whole log has more evidence than the part the ridge was tried on, in the same proportion.
  const ridge = asked.ridge ?? Math.round((found * histories.items.length) / training.items.length)

  const tails = asked.hasTail === undefined && itemCount > MIX_HEAD_SIZE ? [false, true] : [start.hasTail]
  const stages = tails.map((hasTail) => {
    const headSize = rebuys ? MIX_HEAD_SIZE : RIDGE_HEAD_SIZE
    const stage = stageOf(learnEase(gram, { ridge: found, headSize, hasTail }))
    const gain = createTries(stage, cases)
    const blend = bestShare(gain, { ...alone, ridge, hasTail })
    return { stage, gain, blend, worth: gain(blend) }
  })
  const { stage, gain, blend } = stages.reduce((best, one) => (one.worth > best.worth ? one : best))
  const recent = bestOf(choices(blend, asked, 'decay', 'habitPower'), gain)
  if (rebuys) return bestOf(choices(recent, asked, 'personalShare', 'popularityWeight'), gain)

  const newcomers = createTries({ ...stage, histories: asNewcomers(rehearsal, random) }, cases)
  const mixes = choices(recent, asked, 'popularityWeight')
  const least = FOR_NEWCOMERS * gain(bestOf(mixes, gain))
  return bestOf(
    mixes.filter((mix) => gain(mix) >= least),
    newcomers,
  )
}

const TRIED = {
  decay: DECAYS,
  habitPower: HABIT_POWERS,
  personalShare: PERSONAL_SHARES,
  popularityWeight: POPULARITY_WEIGHTS,
}

function isComplete(asked: ModelSettings) {
  return [...(Object.keys(TRIED) as (keyof typeof TRIED)[]), 'ridge' as const].every((name) => name in asked)
}

/** The blend with every value of the named settings that is not asked for. */
function choices(blend: Blend, asked: ModelSettings, ...names: (keyof typeof TRIED)[]): Blend[] {
  return names.reduce(
    (blends, name) =>
      name in asked
        ? blends
        : TRIED[name].flatMap((value) => blends.map((one) => ({ ...one, [name]: value }))),
    [blend],
  )
}

function bestOf(blends: readonly Blend[], gain: Gain): Blend {
  let best = { blend: blends[0]!, gain: Number.NEGATIVE_INFINITY }
  for (const blend of blends) {
    const found = gain(blend)
    if (found > best.gain) best = { blend, gain: found }
  }
  return best.blend
}

/** Where the search begins: ten times what a product has on the diagonal. */
function firstRidge(gram: Gram): number {
  const shoppers = Array.from({ length: gram.size }, (_, item) => gram.shoppersOf(item)).filter(Boolean)
  const mean = shoppers.reduce((sum, count) => sum + count, 0) / shoppers.length
  const index = RIDGES.findIndex((ridge) => ridge >= 10 * mean)
  return index < 0 ? RIDGES.length - 1 : index
}
