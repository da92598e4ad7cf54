import { rankingGain } from './gain.ts'
import { highest } from './highest.ts'
import type { Histories } from './histories.ts'
import { crowdShare, mix, ownShares, toOne } from './mix.ts'
import type { Blend } from './model.ts'
import type { Case } from './rehearsal.ts'
import { tasteOf } from './taste.ts'
import { addCarried, type Weights } from './weights.ts'

const LIST = 10
/** Of each part; the others have no chance to come into the list. */
const CANDIDATES = 100

/** What stays the same while mixes are tried. */
export type Stage = {
  histories: Histories
  weights: Weights
  popularity: Float32Array
  habits: Float32Array
  rebuys: boolean
}

/** One case with the parts of its candidates, each at most 1. */
type Try = {
  shopper: number
  wanted: ReadonlySet<number>
  candidates: Uint32Array
  carried: Float64Array
  popular: Float64Array
  known: number
}

type Mix = Pick<Blend, 'decay' | 'habitPower' | 'personalShare' | 'popularityWeight'>

/** Answers how well a mix foresees what was hidden (mean nDCG@10). */
export function createTries(stage: Stage, cases: readonly Case[]): (blend: Mix) => number {
  const popular = highest(Float64Array.from(stage.popularity), CANDIDATES)
  const carried = new Float64Array(stage.popularity.length)
  const tries = cases.map((one) => prepareTry(stage, one, popular, carried.fill(0)))
  let owns = { decay: Number.NaN, habitPower: Number.NaN, all: [] as Float64Array[] }

  return (blend) => {
    if (blend.decay !== owns.decay || blend.habitPower !== owns.habitPower) {
      const { decay, habitPower } = blend
      owns = { decay, habitPower, all: tries.map((one) => ownOf(stage, one, blend)) }
    }
    let sum = 0
    tries.forEach((one, index) => {
      sum += gainOf(one, owns.all[index]!, blend)
    })
    return sum / tries.length
  }
}

function prepareTry(
  stage: Stage,
  { shopper, wanted }: Case,
  popularItems: readonly number[],
  carried: Float64Array,
): Try {
  const { histories, weights, popularity, rebuys } = stage
  const taste = tasteOf(histories, shopper, 1)
  addCarried(weights, taste, carried)
  const [carriedScale, popularScale] = [toOne(carried), toOne(popularity)]
  if (!rebuys) for (const item of taste.items) carried[item] = Number.NEGATIVE_INFINITY
  const candidates = new Set([...highest(carried, CANDIDATES), ...popularItems, ...taste.items])
  if (!rebuys) for (const item of taste.items) candidates.delete(item)
  return {
    shopper,
    wanted,
    candidates: Uint32Array.from(candidates),
    carried: Float64Array.from(candidates, (item) => carriedScale * carried[item]!),
    popular: Float64Array.from(candidates, (item) => popularScale * popularity[item]!),
    known: taste.items.length,
  }
}

function ownOf({ histories, habits }: Stage, { shopper, candidates }: Try, blend: Mix): Float64Array {
  const taste = tasteOf(histories, shopper, blend.decay)
  const shares = ownShares(taste, habits, blend)
  const byItem = new Map(Array.from(taste.items, (item, place) => [item, shares[place]!]))
  return Float64Array.from(candidates, (item) => byItem.get(item) ?? 0)
}

function gainOf({ wanted, candidates, carried, popular, known }: Try, own: Float64Array, blend: Mix): number {
  const crowd = crowdShare(blend, known)
  const scores = new Float64Array(candidates.length)
  for (let place = 0; place < scores.length; place++) {
    const [mine, others, all] = [own[place]!, carried[place]!, popular[place]!]
    scores[place] = mix(blend.personalShare, crowd, mine, others, all)
  }
  const ranking = highest(scores, LIST).map((place) => candidates[place]!)
  return rankingGain(ranking, wanted, LIST)
}
