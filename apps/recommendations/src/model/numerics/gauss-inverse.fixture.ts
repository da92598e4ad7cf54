/** The inverse by Gauss-Jordan elimination with row exchanges: slow, and independent of the code that it checks. */
export function gaussInverse(matrix: Float64Array, size: number): Float64Array {
  const rows = Array.from({ length: size }, (_, row) => [
    ...matrix.subarray(row * size, (row + 1) * size),
    ...Array.from({ length: size }, (_, column) => (column === row ? 1 : 0)),
  ])
  for (let pivot = 0; pivot < size; pivot++) {
    const best = rows
      .map((row, index) => ({ index, size: index < pivot ? -1 : Math.abs(row[pivot]!) }))
      .reduce((a, b) => (b.size > a.size ? b : a)).index
    const pivotRow = rows[best]!
    rows[best] = rows[pivot]!
    const factor = pivotRow[pivot]!
    rows[pivot] = pivotRow.map((value) => value / factor)
    rows.forEach((row, index) => {
      if (index === pivot) return
      const share = row[pivot]!
      rows[index] = row.map((value, column) => value - share * rows[pivot]![column]!)
    })
  }
  return Float64Array.from(rows.flatMap((row) => row.slice(size)))
}
