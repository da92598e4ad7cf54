import { highest } from './highest.ts'
import { type Ask, scoreProducts } from './score.ts'
import type { ServedModel } from './with-catalogue.ts'

/** The products by how likely the shopper is to want them, and nothing else: what the evaluation measures. */
export function rank(served: ServedModel, ask: Ask & { limit: number }): string[] {
  const { scores, lastResort } = scoreProducts(served, ask)
  const ranking = [...highest(scores, ask.limit), ...lastResort].slice(0, ask.limit)
  return ranking.map((item) => served.productIds[item]!)
}
