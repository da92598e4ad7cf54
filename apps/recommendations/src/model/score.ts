import { gatherHistory } from './histories.ts'
import type { Interaction } from './interaction.ts'
import { crowdShare, mix, ownShares, toOne } from './mix.ts'
import { addRow } from './sparse-matrix.ts'
import { type Taste, tasteOf } from './taste.ts'
import { addCarried } from './weights.ts'
import type { ServedModel } from './with-catalogue.ts'

/** What the words of a product count beside what its buyers say. */
const CONTENT_SHARE = 0.5
/** Orders what is otherwise equal by popularity, and nothing else. */
const NEXT_TO_NOTHING = 1e-9

export type Ask = {
  /** Of this shopper; empty for guests. */
  history: readonly Interaction[]
  /** Never suggested: what is in the cart. */
  exclude: ReadonlySet<string>
}

export type Scores = {
  taste: Taste
  /** Of each product of the taste: how likely it is to be taken again, at most 1. */
  shares: Float64Array
  /** By product; −∞ for what is not to be suggested. */
  scores: Float64Array
  /** What was bought and is not suggested again unless there is nothing else. */
  lastResort: number[]
  /** By how much the parts were multiplied. */
  scales: { own: number; carried: number; content: number }
}

/** How much a shopper is likely to want each product. */
export function scoreProducts(served: ServedModel, { history, exclude }: Ask): Scores {
  const { model, popularity, isOffered } = served
  const { blend } = model
  const taste = tasteOf(gatherHistory(history, served.indexOf), 0, blend.decay)
  const size = popularity.length
  const scores = new Float64Array(size)
  addCarried(model.weights, taste, scores)
  const carriedScale = toOne(scores)
  const contentScale = CONTENT_SHARE / Math.max(1, sum(taste.strengths))
  const content = contentOf(served, taste)

  const { personalShare } = blend
  const crowd = crowdShare(blend, taste.items.length)
  for (let item = 0; item < size; item++) {
    const popular = popularity[item]!
    const carried = carriedScale * scores[item]! + contentScale * (content?.[item] ?? 0)
    scores[item] = mix(personalShare, crowd, 0, carried, popular) + NEXT_TO_NOTHING * popular
  }
  const shares = ownShares(taste, model.habits, blend)
  taste.items.forEach((item, place) => {
    scores[item] = scores[item]! + mix(personalShare, crowd, shares[place]!, 0, 0)
  })
  for (let item = 0; item < size; item++) if (!isOffered[item]) scores[item] = Number.NEGATIVE_INFINITY
  for (const productId of exclude) {
    const item = served.indexOf.get(productId)
    if (item !== undefined) scores[item] = Number.NEGATIVE_INFINITY
  }
  const others = (1 - crowd) * (1 - personalShare)
  return {
    taste,
    shares,
    scores,
    lastResort: blend.rebuys ? [] : setAside(scores, taste),
    scales: {
      own: (1 - crowd) * personalShare,
      carried: others * carriedScale,
      content: others * contentScale,
    },
  }
}

/** Null where everything is well known. */
function contentOf({ content }: ServedModel, taste: Taste): Float64Array | null {
  if (content.values.length === 0) return null
  const sums = new Float64Array(content.columnCount)
  taste.items.forEach((item, place) => addRow(content, item, taste.strengths[place]!, sums))
  return sums
}

function setAside(scores: Float64Array, { items, isBought }: Taste): number[] {
  const aside = [...items].filter(
    (item, place) => isBought[place] && scores[item]! > Number.NEGATIVE_INFINITY,
  )
  aside.sort((a, b) => scores[b]! - scores[a]! || a - b)
  for (const item of aside) scores[item] = Number.NEGATIVE_INFINITY
  return aside
}

function sum(values: Float64Array) {
  return values.reduce((total, value) => total + value, 0)
}
