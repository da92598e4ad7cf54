/**
 * Inverts a symmetric positive definite matrix in place. Returns false if it is not positive definite or has a NaN;
 * the matrix then holds meaningless values.
 *
 * Applies the sweep operator to every diagonal element, on the lower triangle only. The sweeps give minus the inverse in
 * the lower triangle, which is negated and mirrored at the end.
 */
export function invertSymmetric(matrix: Float64Array, size: number): boolean {
  const column = new Float64Array(size)
  /** The index of an element in the lower triangle, where row and column are swapped if necessary. */
  const lowerIndex = (a: number, b: number) => Math.max(a, b) * size + Math.min(a, b)
  for (let pivot = 0; pivot < size; pivot++) {
    const pivotValue = matrix[lowerIndex(pivot, pivot)]!
    // `pivotValue <= 0` would be false for NaN.
    if (!(pivotValue > 0)) return false
    for (let row = 0; row < size; row++) column[row] = matrix[lowerIndex(row, pivot)]!
    // With 0 here, the loop below leaves the pivot's own row and column unchanged.
    column[pivot] = 0
    for (let row = 0; row < size; row++) {
      const start = row * size
      const factor = column[row]! / pivotValue
      for (let other = 0; other <= row; other++) {
        matrix[start + other] = matrix[start + other]! - factor * column[other]!
      }
    }
    for (let row = 0; row < size; row++) matrix[lowerIndex(row, pivot)] = column[row]! / pivotValue
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
