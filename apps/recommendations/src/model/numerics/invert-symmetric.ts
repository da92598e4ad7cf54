/**
 * Inverts a symmetric positive definite matrix in place. Returns false if the matrix is not
 * positive definite or has a NaN. The matrix then holds meaningless values.
 *
 * The function applies the sweep operator to every diagonal element, on the lower triangle only.
 * The sweeps leave minus the inverse in that triangle, which is negated and mirrored at the end.
 */
export function invertSymmetric(matrix: Float64Array, size: number): boolean {
  const pivotColumn = new Float64Array(size)
  /** The index of the element (a, b) or (b, a), whichever is in the lower triangle. */
  const lowerIndex = (a: number, b: number) => Math.max(a, b) * size + Math.min(a, b)
  for (let pivot = 0; pivot < size; pivot++) {
    const pivotValue = matrix[lowerIndex(pivot, pivot)]!
    // `pivotValue <= 0` would be false for NaN.
    if (!(pivotValue > 0)) return false
    for (let row = 0; row < size; row++) pivotColumn[row] = matrix[lowerIndex(row, pivot)]!
    // With 0 here, the loop below leaves the pivot's own row and column unchanged.
    pivotColumn[pivot] = 0
    for (let row = 0; row < size; row++) {
      const start = row * size
      const factor = pivotColumn[row]! / pivotValue
      for (let column = 0; column <= row; column++) {
        matrix[start + column] = matrix[start + column]! - factor * pivotColumn[column]!
      }
    }
    for (let row = 0; row < size; row++) {
      matrix[lowerIndex(row, pivot)] = pivotColumn[row]! / pivotValue
    }
    matrix[lowerIndex(pivot, pivot)] = -1 / pivotValue
  }
  negateAndMirror(matrix, size)
  return true
}

function negateAndMirror(matrix: Float64Array, size: number) {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      const value = -matrix[row * size + column]!
      matrix[row * size + column] = value
      matrix[column * size + row] = value
    }
  }
}
