/**
 * Inverts a symmetric positive definite matrix in place. Returns false if it is not positive definite; its values are
 * then undefined.
 *
 * Applies the sweep operator to every diagonal element, on the lower triangle only. The result is minus the inverse.
 */
export function invertSymmetric(matrix: Float64Array, size: number): boolean {
  const column = new Float64Array(size)
  for (let pivot = 0; pivot < size; pivot++) {
    const pivotRow = pivot * size
    const pivotValue = matrix[pivotRow + pivot]!
    if (!(pivotValue > 0)) return false
    for (let row = 0; row < size; row++) {
      column[row] = matrix[row < pivot ? pivotRow + row : row * size + pivot]!
    }
    // With 0 here, the loop below leaves the pivot's own row and column unchanged.
    column[pivot] = 0
    for (let row = 0; row < size; row++) {
      const start = row * size
      const factor = column[row]! / pivotValue
      for (let other = 0; other <= row; other++) {
        matrix[start + other] = matrix[start + other]! - factor * column[other]!
      }
    }
    for (let row = 0; row < size; row++) {
      matrix[row < pivot ? pivotRow + row : row * size + pivot] = column[row]! / pivotValue
    }
    matrix[pivotRow + pivot] = -1 / pivotValue
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
