import { invertSymmetric } from '../numerics/invert-symmetric.ts'
import { createMatrixBuilder } from '../numerics/sparse-matrix.ts'
import type { Weights } from '../weights.ts'
import { addTailWeights } from './ease-tail.ts'
import type { Gram } from './gram.ts'

/** The products that have shoppers, divided into a head and a tail. */
type HeadAndTail = {
  /** The products with the most shoppers. The weights between them are computed exactly. */
  head: Uint32Array
  /** The other products that have shoppers. Their weights are approximated. */
  tail: Uint32Array
  /** The position of each product in the head; −1 for all other products. */
  headPositions: Int32Array
  /** The Gram matrix of the head, row by row, without a ridge. Several ridges can share it. */
  headGram: Float64Array
}

export type EaseOptions = {
  /** The regularisation, which is added to the diagonal of the Gram matrix. */
  ridge: number
  /** Whether the tail gets weights too. */
  usesTail: boolean
}

/**
 * EASE (Steck 2019): item-to-item weights B = I − P / diag P, with P = (XᵀX + ridge)⁻¹.
 *
 * The work grows with the cube of the number of products, so only the matrix of the head is
 * inverted. The weights of the tail are approximated from the inverse of the head's matrix.
 */
export function learnEase(gram: Gram, headAndTail: HeadAndTail, options: EaseOptions): Weights {
  const { ridge, usesTail } = options
  const { head, headPositions, tail } = headAndTail
  const matrix = withRidge(headAndTail, ridge)
  if (!invertSymmetric(matrix, head.length)) throw new RangeError(`a ridge of ${ridge} is too small`)
  // `invertSymmetric` has replaced the matrix by its inverse.
  const inverse = matrix
  const sparse = createMatrixBuilder(gram.size, gram.size)
  if (usesTail) addTailWeights(sparse, gram, { head, headPositions, inverse, ridge }, tail)
  return { head, headPositions, dense: headWeights(inverse, head.length), sparse: sparse.build() }
}

export function splitHeadAndTail(gram: Gram, headSize: number): HeadAndTail {
  const byShopperCount = itemsByShopperCount(gram)
  const head = byShopperCount.slice(0, headSize)
  const size = head.length
  const headPositions = new Int32Array(gram.size).fill(-1)
  const headGram = new Float64Array(size * size)
  head.forEach((item, position) => {
    headPositions[item] = position
    const { row } = gram.rowOf(item)
    for (let column = 0; column < size; column++) {
      headGram[position * size + column] = row[head[column]!]!
    }
  })
  return { head, tail: byShopperCount.slice(headSize), headPositions, headGram }
}

/** The products that have shoppers, those with the most shoppers first. */
function itemsByShopperCount(gram: Gram): Uint32Array {
  const items = Array.from({ length: gram.size }, (_, item) => item).filter(
    (item) => gram.shopperCountOf(item) > 0,
  )
  return Uint32Array.from(items.toSorted((a, b) => gram.shopperCountOf(b) - gram.shopperCountOf(a) || a - b))
}

function withRidge({ head, headGram }: HeadAndTail, ridge: number): Float64Array {
  const matrix = headGram.slice()
  const toNextDiagonal = head.length + 1
  for (let index = 0; index < matrix.length; index += toNextDiagonal) matrix[index] = matrix[index]! + ridge
  return matrix
}

function headWeights(inverse: Float64Array, size: number): Float32Array {
  const weights = new Float32Array(size * size)
  for (let source = 0; source < size; source++) {
    for (let target = 0; target < size; target++) {
      const diagonal = inverse[target * size + target]!
      const index = source * size + target
      weights[index] = source === target ? 0 : -inverse[index]! / diagonal
    }
  }
  return weights
}
