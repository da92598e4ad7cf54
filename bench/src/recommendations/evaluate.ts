import type { Blend, ModelSettings } from '@nashta/recommendations/model/model'
import { train } from '@nashta/recommendations/model/train'
import type { ModelProduct, Interaction } from '@nashta/recommendations/model/training-data'
import { withCatalogue } from '@nashta/recommendations/model/with-catalogue'
import { meanMetrics, type Metrics, metricsOf } from './metrics.ts'
import { itemKnnRanker, modelRanker, popularityRanker, type Ranker } from './rankers.ts'
import { type Protocol, type Split, splitLog } from './split-log.ts'

/** A ranker's metrics by list length, and its coverage: the share of all items that occur in any list. */
export type RankerRow = { name: string; byLength: Map<number, Metrics>; coverage: number }
export type Round = {
  rows: RankerRow[]
  blend: Blend
  evaluatedUsers: number
  trainingRows: number
  seconds: { training: number; ranking: number }
}

export type EvaluateOptions = {
  protocol: Protocol
  lengths: readonly number[]
  seed: number
  /** Returns seconds since any fixed time. */
  clock: () => number
  settings?: ModelSettings
}

/** Trains on one part of the log and predicts the other part, by the service's model and by two simpler rankers. */
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
  const rankers: [name: string, ranker: Ranker][] = [
    ['popularity', popularityRanker(split.training)],
    ['item-KNN', itemKnnRanker(split.training, catalogue)],
    ['the model', modelRanker(withCatalogue(model, catalogue))],
  ]
  // In both cases an item of the history is never a hit. The random split hides all rows of an item.
  const excludesHistory = protocol === 'random' || !model.blend.hasRepeatPurchases
  const rows = rankers.map(([name, ranker]) =>
    measure(name, ranker, { split, lengths, excludesHistory, itemCount: catalogue.length }),
  )
  return {
    rows,
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

function measure(
  name: string,
  ranker: Ranker,
  { split, lengths, excludesHistory, itemCount }: MeasureOptions,
): RankerRow {
  const histories = Map.groupBy(split.training, ({ userId }) => userId)
  const longest = Math.max(...lengths)
  const shown = new Set<string>()
  const metrics = new Map(lengths.map((length): [number, Metrics[]] => [length, []]))
  for (const [user, relevant] of split.hidden) {
    const history = histories.get(user) ?? []
    const exclude = new Set(excludesHistory ? history.map(({ productId }) => productId) : [])
    const ranking = ranker(history, exclude, longest)
    for (const item of ranking) shown.add(item)
    for (const [length, ofLength] of metrics) ofLength.push(metricsOf(ranking, relevant, length))
  }
  return {
    name,
    byLength: new Map([...metrics].map(([length, ofLength]) => [length, meanMetrics(ofLength)])),
    coverage: shown.size / itemCount,
  }
}
