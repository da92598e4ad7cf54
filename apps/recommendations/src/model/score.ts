import { popularityShareOf, blendScores, repeatScores, scaleToOne } from './blend-scores.ts'
import { buildHistory } from './histories.ts'
import { type Preferences, preferencesOf } from './preferences.ts'
import { addRow } from './sparse-matrix.ts'
import type { Interaction } from './training-data.ts'
import { addItemScores } from './weights.ts'
import type { ServedModel } from './with-catalogue.ts'

/** The weight of similar words beside the collaborative score. */
const CONTENT_SHARE = 0.5
/** Small enough to decide between equal scores only. */
const TIE_BREAK = 1e-9

export type ScoreRequest = {
  /** The shopper's interactions, newest last; empty for guests. */
  history: readonly Interaction[]
  /** Ids of products that are never suggested: those in the cart. */
  exclude: ReadonlySet<string>
}

export type Scores = {
  preferences: Preferences
  /** For each preferred product, how likely it is to be bought again, at most 1. */
  repeats: Float64Array
  /** By product; −∞ for products that must not be suggested. */
  scores: Float64Array
  /** Bought products, suggested only when nothing else is left. */
  lastResort: number[]
  /** The factors of the three parts. */
  scales: { repeat: number; collaborative: number; content: number }
}

/** How likely the shopper is to want each product. */
export function scoreProducts(served: ServedModel, { history, exclude }: ScoreRequest): Scores {
  const { model, popularity, isOffered } = served
  const { blend } = model
  const preferences = preferencesOf(buildHistory(history, served.indexOf), 0, blend.decay)
  const size = popularity.length
  const scores = new Float64Array(size)
  addItemScores(model.weights, preferences, scores)
  const collaborativeScale = scaleToOne(scores)
  const contentScale = CONTENT_SHARE / Math.max(1, sum(preferences.strengths))
  const content = contentScores(served, preferences)

  const { personalShare } = blend
  const popularityShare = popularityShareOf(blend, preferences.items.length)
  for (let item = 0; item < size; item++) {
    const popular = popularity[item]!
    const collaborative = collaborativeScale * scores[item]! + contentScale * (content?.[item] ?? 0)
    scores[item] =
      blendScores(personalShare, popularityShare, { repeat: 0, collaborative, popular }) + TIE_BREAK * popular
  }
  const repeats = repeatScores(preferences, model.repurchaseRates, blend)
  preferences.items.forEach((item, place) => {
    scores[item] =
      scores[item]! +
      blendScores(personalShare, popularityShare, { repeat: repeats[place]!, collaborative: 0, popular: 0 })
  })
  for (let item = 0; item < size; item++) if (!isOffered[item]) scores[item] = Number.NEGATIVE_INFINITY
  for (const productId of exclude) {
    const item = served.indexOf.get(productId)
    if (item !== undefined) scores[item] = Number.NEGATIVE_INFINITY
  }
  const collaborativeShare = (1 - popularityShare) * (1 - personalShare)
  return {
    preferences,
    repeats,
    scores,
    lastResort: blend.rebuys ? [] : removeBought(scores, preferences),
    scales: {
      repeat: (1 - popularityShare) * personalShare,
      collaborative: collaborativeShare * collaborativeScale,
      content: collaborativeShare * contentScale,
    },
  }
}

/** Null where every product has enough interactions. */
function contentScores({ content }: ServedModel, preferences: Preferences): Float64Array | null {
  if (content.values.length === 0) return null
  const sums = new Float64Array(content.columnCount)
  preferences.items.forEach((item, place) => addRow(content, item, preferences.strengths[place]!, sums))
  return sums
}

/** Excludes bought products from the scores and returns them, best first. */
function removeBought(scores: Float64Array, { items, isBought }: Preferences): number[] {
  const bought = [...items].filter(
    (item, place) => isBought[place] && scores[item]! > Number.NEGATIVE_INFINITY,
  )
  bought.sort((a, b) => scores[b]! - scores[a]! || a - b)
  for (const item of bought) scores[item] = Number.NEGATIVE_INFINITY
  return bought
}

function sum(values: Float64Array) {
  return values.reduce((total, value) => total + value, 0)
}
