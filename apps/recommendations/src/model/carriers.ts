import type { Arranged } from './arrange.ts'
import type { Scores } from './score.ts'
import { valueAt } from './sparse-matrix.ts'
import { weightOf } from './weights.ts'
import type { ServedModel } from './with-catalogue.ts'

/**
 * For each product of the list the one of the history that carried it there: without it the product would
 * have been left out, or it alone makes half of the score. Null where no single one did.
 */
export function carriers(served: ServedModel, scored: Scores, { items, leftOutScore }: Arranged) {
  const { taste, scores } = scored
  return items.map((item) => {
    let [carrier, share]: [number | null, number] = [null, 0]
    for (let place = 0; place < taste.items.length; place++) {
      const part = partOf(served, scored, place, item)
      if (part > share) [carrier, share] = [taste.items[place]!, part]
    }
    const score = scores[item]!
    return score - share < leftOutScore || share >= score / 2 ? carrier : null
  })
}

/** What one product of the taste adds to the score of another, or of itself. */
function partOf(served: ServedModel, { taste, shares, scales }: Scores, place: number, item: number) {
  const source = taste.items[place]!
  const own = source === item ? scales.own * shares[place]! : 0
  const carried = scales.carried * weightOf(served.model.weights, source, item)
  const content = scales.content * valueAt(served.content, source, item)
  return own + taste.strengths[place]! * (carried + content)
}
