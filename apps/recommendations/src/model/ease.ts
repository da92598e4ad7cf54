import { addTailWeights } from './ease-tail.ts'
import type { Gram } from './gram.ts'
import { invertSymmetric } from './invert-symmetric.ts'
import { createMatrixBuilder } from './sparse-matrix.ts'
import type { Weights } from './weights.ts'

export type EaseOptions = {
  /** Added to the diagonal (regularisation). */
  ridge: number
  /** The number of most wanted products that are solved exactly. */
  headSize: number
  /** Whether the other products get weights. */
  hasTail: boolean
}

/**
 * EASE (Steck 2019): item-to-item weights B = I − P / diag P, with P = (XᵀX + ridge)⁻¹.
 *
 * The work grows with the cube of the number of products, so only the most wanted ones (the head) are solved
 * exactly. The weights of the others (the tail) are approximated from that.
 */
export function learnEase(
  gram: Gram,
  { ridge, headSize, hasTail }: EaseOptions,
  counts: HeadCounts = countHead(gram, headSize),
): Weights {
  const { head, places, tail } = counts
  const inverse = withRidge(counts, ridge)
  if (!invertSymmetric(inverse, head.length)) throw new RangeError(`a ridge of ${ridge} is too small`)
  const sparse = createMatrixBuilder(gram.size, gram.size)
  if (hasTail) addTailWeights(sparse, gram, { head, places, inverse, ridge }, tail)
  return { head, places, dense: headWeights(inverse, head.length), sparse: sparse.build() }
}

/** The part that does not depend on the ridge. */
type HeadCounts = { head: Uint32Array; tail: Uint32Array; places: Int32Array; together: Float64Array }

export function countHead(gram: Gram, headSize: number): HeadCounts {
  const order = mostWanted(gram)
  const head = order.slice(0, headSize)
  const size = head.length
  const places = new Int32Array(gram.size).fill(-1)
  const together = new Float64Array(size * size)
  head.forEach((item, place) => {
    places[item] = place
    const { row } = gram.rowOf(item)
    for (let other = 0; other < size; other++) {
      together[place * size + other] = row[head[other]!]!
    }
  })
  return { head, tail: order.slice(headSize), places, together }
}

function mostWanted(gram: Gram): Uint32Array {
  const wanted = Array.from({ length: gram.size }, (_, item) => item).filter(
    (item) => gram.shoppersOf(item) > 0,
  )
  return Uint32Array.from(wanted.toSorted((a, b) => gram.shoppersOf(b) - gram.shoppersOf(a) || a - b))
}

function withRidge({ head, together }: HeadCounts, ridge: number): Float64Array {
  const matrix = together.slice()
  for (let at = 0; at < matrix.length; at += head.length + 1) matrix[at] = matrix[at]! + ridge
  return matrix
}

function headWeights(inverse: Float64Array, size: number): Float32Array {
  const weights = new Float32Array(size * size)
  for (let source = 0; source < size; source++) {
    for (let target = 0; target < size; target++) {
      const diagonal = inverse[target * size + target]!
      const at = source * size + target
      weights[at] = source === target ? 0 : -inverse[at]! / diagonal
    }
  }
  return weights
}
