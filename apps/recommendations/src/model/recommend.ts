import { arrange } from './arrange.ts'
import { carriers } from './carriers.ts'
import type { Interaction } from './interaction.ts'
import { scoreProducts } from './score.ts'
import type { ServedModel } from './with-catalogue.ts'

export type Recommendation = {
  productId: string
  /** The product of the history without which it would not be here; itself if it is to be bought again. */
  because: string | null
}

export type RecommendAsk = {
  /** Of this shopper, newest last; empty for guests. */
  history: readonly Interaction[]
  /** What is in the cart. */
  exclude: ReadonlySet<string>
  limit: number
  /** The same seed gives the same list. */
  seed: string
}

/** As many as are asked for, or all that the catalogue has besides what is excluded. */
export function recommend(served: ServedModel, ask: RecommendAsk): Recommendation[] {
  const scored = scoreProducts(served, ask)
  const arranged = arrange(served, scored, ask.limit, ask.seed)
  const becauses = carriers(served, scored, arranged)
  return arranged.items.map((item, place) => {
    const because = becauses[place] ?? null
    return {
      productId: served.productIds[item]!,
      because: because === null ? null : served.productIds[because]!,
    }
  })
}
