import type { Blend, ModelSettings } from '../model/model.ts'
import { train } from '../model/train.ts'
import type { CatalogueItem } from '../model/training-data.ts'
import type { Interaction } from '../model/training-data.ts'
import { withCatalogue } from '../model/with-catalogue.ts'
import { meanMetrics, type Metrics, metricsOf } from './metrics.ts'
import { itemKnnRanker, modelRanker, popularityRanker, type Ranker } from './rankers.ts'
import { type Protocol, type Split, splitLog } from './split-log.ts'

/** For each list length, and the share of all items that anybody was shown in the longest. */
export type Row = { name: string; byLength: Map<number, Metrics>; coverage: number }
export type Round = {
  rows: Row[]
  blend: Blend
  askedUsers: number
  trainingRows: number
  seconds: { training: number; ranking: number }
}

export type EvaluateOptions = {
  protocol: Protocol
  lengths: readonly number[]
  seed: number
  /** Seconds, from any beginning. */
  clock: () => number
  settings?: ModelSettings
}

/** Trains on a part of the log and asks for the rest, as the service does and by two simpler ways. */
export function evaluate(log: readonly Interaction[], options: EvaluateOptions): Round {
  const { protocol, lengths, seed, clock, settings } = options
  const catalogue = catalogueOf(log)
  const split = splitLog(log, protocol, seed)
  if (split.hidden.size === 0 || split.training.length === 0) {
    throw new Error(`the log is too small for the ${protocol} protocol: nobody is left to ask`)
  }
  const now = split.training.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY)

  const start = clock()
  const model = train({ interactions: split.training, catalogue, now, ...(settings && { settings }) })
  const trained = clock()
  const rankers: [name: string, ranker: Ranker][] = [
    ['popularity', popularityRanker(split.training)],
    ['item-KNN', itemKnnRanker(split.training, catalogue)],
    ['the model', modelRanker(withCatalogue(model, catalogue))],
  ]
  // Where nobody takes the same again, nobody is asked whether they would.
  const isSeenRemoved = protocol === 'random' || !model.blend.rebuys
  const rows = rankers.map(([name, ranker]) =>
    measure(name, ranker, { split, lengths, isSeenRemoved, itemCount: catalogue.length }),
  )
  return {
    rows,
    blend: model.blend,
    askedUsers: split.hidden.size,
    trainingRows: split.training.length,
    seconds: { training: trained - start, ranking: clock() - trained },
  }
}

function catalogueOf(log: readonly Interaction[]): CatalogueItem[] {
  const items = new Set(log.map(({ productId }) => productId))
  return Array.from(items, (productId) => ({ productId, name: '', description: '', category: '' }))
}

type Measured = { split: Split; lengths: readonly number[]; isSeenRemoved: boolean; itemCount: number }

function measure(name: string, ranker: Ranker, { split, lengths, isSeenRemoved, itemCount }: Measured): Row {
  const histories = Map.groupBy(split.training, ({ userId }) => userId)
  const longest = Math.max(...lengths)
  const shown = new Set<string>()
  const metrics = new Map(lengths.map((length): [number, Metrics[]] => [length, []]))
  for (const [user, relevant] of split.hidden) {
    const history = histories.get(user) ?? []
    const exclude = new Set(isSeenRemoved ? history.map(({ productId }) => productId) : [])
    const ranking = ranker(history, exclude, longest)
    for (const item of ranking) shown.add(item)
    for (const [length, all] of metrics) all.push(metricsOf(ranking, relevant, length))
  }
  return {
    name,
    byLength: new Map([...metrics].map(([length, all]) => [length, meanMetrics(all)])),
    coverage: shown.size / itemCount,
  }
}
