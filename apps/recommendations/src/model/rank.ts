import { type ScoreRequest, scoreProducts } from './score.ts'
import { topIndexes } from './top-indexes.ts'
import type { ServedModel } from './with-catalogue.ts'

/** Products by score alone, without variety or exploration; for the evaluation. */
export function rank(served: ServedModel, ask: ScoreRequest & { limit: number }): string[] {
  const { scores, lastResort } = scoreProducts(served, ask)
  const ranking = [...topIndexes(scores, ask.limit), ...lastResort].slice(0, ask.limit)
  return ranking.map((item) => served.productIds[item]!)
}
