import type { Blend, ModelSettings } from '@nashta/recommendations/model/model'
import { train } from '@nashta/recommendations/model/train'
import type { ModelProduct, Interaction } from '@nashta/recommendations/model/training-data'
import { withCatalogue } from '@nashta/recommendations/model/with-catalogue'
import { meanMetrics, type Metrics, metricsOf } from './metrics.ts'
import { coPurchaseRanker, itemKnnRanker, modelRanker, popularityRanker, type Ranker } from './rankers.ts'
import { type Protocol, type Split, splitLog } from './split-log.ts'

export type RankerResult = {
  name: string
  /** The mean metrics of all evaluated users, by the length of their lists. */
  byLength: Map<number, Metrics>
  /** The share of all items that are in the list of any user. */
  coverage: number
}

/** One training and its evaluation. */
export type Round = {
  results: RankerResult[]
  blend: Blend
  evaluatedUsers: number
  trainingRows: number
  seconds: { training: number; ranking: number }
}

export type EvaluateOptions = {
  protocol: Protocol
  lengths: readonly number[]
  seed: number
  /** Returns seconds since some fixed time. */
  clock: () => number
  settings?: ModelSettings
}

/** Trains the service's model and two simpler rankers on a part of the log, to predict the rest. */
export function evaluate(log: readonly Interaction[], options: EvaluateOptions): Round {
  const { protocol, lengths, seed, clock, settings } = options
  const catalogue = catalogueOf(log)
  const split = splitLog(log, protocol, seed)
  if (split.hidden.size === 0 || split.training.length === 0) {
    throw new Error(`the log is too small for the ${protocol} protocol: no user is left to evaluate`)
  }
  const now = split.training.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY)

  const startedAt = clock()
  const model = train({ interactions: split.training, catalogue, now, ...(settings && { settings }) })
  const trainedAt = clock()
  const rankers: (readonly [name: string, ranker: Ranker])[] = [
    ['popularity', popularityRanker(split.training)],
    ...(protocol === 'completion' ? [['co-purchases', coPurchaseRanker(split.training)] as const] : []),
    ['item-KNN', itemKnnRanker(split.training, catalogue)],
    ['the model', modelRanker(withCatalogue(model, catalogue))],
  ]
  // The history is excluded where it cannot contain a hit: the random split hides all rows of an
  // item, a cart has its items already, and without repeat purchases no item is bought again.
  const excludesHistory =
    protocol === 'random' || split.given !== undefined || !model.blend.hasRepeatPurchases
  const results = rankers.map(([name, ranker]) =>
    measureRanker(name, ranker, { split, lengths, excludesHistory, itemCount: catalogue.length }),
  )
  return {
    results,
    blend: model.blend,
    evaluatedUsers: split.hidden.size,
    trainingRows: split.training.length,
    seconds: { training: trainedAt - startedAt, ranking: clock() - trainedAt },
  }
}

function catalogueOf(log: readonly Interaction[]): ModelProduct[] {
  const items = new Set(log.map(({ productId }) => productId))
  return Array.from(items, (productId) => ({ productId, name: '', description: '', category: '' }))
}

type MeasureOptions = {
  split: Split
  lengths: readonly number[]
  excludesHistory: boolean
  itemCount: number
}

function measureRanker(
  name: string,
  ranker: Ranker,
  { split, lengths, excludesHistory, itemCount }: MeasureOptions,
): RankerResult {
  const histories = split.given ?? Map.groupBy(split.training, ({ userId }) => userId)
  const longest = Math.max(...lengths)
  const shown = new Set<string>()
  const metrics = new Map(lengths.map((length): [number, Metrics[]] => [length, []]))
  for (const [user, relevant] of split.hidden) {
    const history = histories.get(user) ?? []
    const excluded = new Set(excludesHistory ? history.map(({ productId }) => productId) : [])
    const ranking = ranker(history, excluded, longest)
    for (const item of ranking) shown.add(item)
    for (const [length, ofLength] of metrics) ofLength.push(metricsOf(ranking, relevant, length))
  }
  return {
    name,
    byLength: new Map([...metrics].map(([length, ofLength]) => [length, meanMetrics(ofLength)])),
    coverage: shown.size / itemCount,
  }
}
