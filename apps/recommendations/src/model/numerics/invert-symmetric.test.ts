import { describe, expect, it } from 'vitest'
import { gaussInverse } from './gauss-inverse.fixture.ts'
import { invertSymmetric } from './invert-symmetric.ts'
import { createRandom } from './random.ts'

describe('inverting a symmetric matrix', () => {
  it.each([1, 2, 3, 10, 130])('agrees with Gauss elimination at size %i', (size) => {
    const matrix = makePositiveDefinite(size)
    // `invertSymmetric` replaces a matrix by its inverse.
    const inverse = matrix.slice()

    expect(invertSymmetric(inverse, size)).toBe(true)

    const expected = gaussInverse(matrix, size)
    expect(largestDifference(inverse, expected)).toBeLessThan(1e-9)
  })

  it('gives an exactly symmetric result', () => {
    const size = 70
    const inverse = makePositiveDefinite(size)
    invertSymmetric(inverse, size)
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < row; column++) {
        expect(inverse[row * size + column]).toBe(inverse[column * size + row])
      }
    }
  })

  it.each([
    ['a negative eigenvalue', [1, 2, 2, 1]],
    ['the eigenvalue 0', [0, 0, 0, 1]],
    ['a NaN', [Number.NaN, 0, 0, 1]],
  ])('returns false for a matrix with %s', (_case, values) => {
    expect(invertSymmetric(Float64Array.from(values), 2)).toBe(false)
  })
})

/** A random matrix times its transpose, plus the identity matrix, is positive definite. */
function makePositiveDefinite(size: number): Float64Array {
  const random = createRandom(1)
  const factor = Float64Array.from({ length: size * size }, () => random() - 0.5)
  const matrix = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let sum = row === column ? 1 : 0
      for (let k = 0; k < size; k++) {
        sum += factor[row * size + k]! * factor[column * size + k]!
      }
      matrix[row * size + column] = sum
    }
  }
  return matrix
}

function largestDifference(a: Float64Array, b: Float64Array) {
  return a.reduce((largest, value, index) => Math.max(largest, Math.abs(value - b[index]!)), 0)
}
