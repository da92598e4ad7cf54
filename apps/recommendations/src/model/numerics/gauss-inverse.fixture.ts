/**
 * Inverts a matrix by Gauss-Jordan elimination with row exchanges. This is slow, but independent of
 * the code that it checks.
 */
export function gaussInverse(matrix: Float64Array, size: number): Float64Array {
  // Each row of the matrix is followed by the same row of the identity matrix. The loop turns the
  // left half into the identity matrix. The right half is then the inverse.
  const rows = Array.from({ length: size }, (_, row) => [
    ...matrix.subarray(row * size, (row + 1) * size),
    ...Array.from({ length: size }, (_, column) => (column === row ? 1 : 0)),
  ])
  for (let pivot = 0; pivot < size; pivot++) {
    // Exchanges the rows `best` and `pivot`, and divides the new pivot row by its pivot element.
    const best = bestPivotRow(rows, pivot)
    const pivotRow = rows[best]!
    rows[best] = rows[pivot]!
    const divisor = pivotRow[pivot]!
    rows[pivot] = pivotRow.map((value) => value / divisor)
    rows.forEach((row, index) => {
      if (index === pivot) return
      const factor = row[pivot]!
      rows[index] = row.map((value, column) => value - factor * rows[pivot]![column]!)
    })
  }
  return Float64Array.from(rows.flatMap((row) => row.slice(size)))
}

/**
 * Finds the row, from `pivot` on, with the largest absolute value in the column `pivot`. A small
 * divisor would lose precision.
 */
function bestPivotRow(rows: readonly number[][], pivot: number): number {
  let best = pivot
  for (let row = pivot + 1; row < rows.length; row++) {
    if (Math.abs(rows[row]![pivot]!) > Math.abs(rows[best]![pivot]!)) best = row
  }
  return best
}
