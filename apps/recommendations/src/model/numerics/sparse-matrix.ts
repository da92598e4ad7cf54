/** A sparse matrix in compressed row form (CSR), columns ascending within a row. */
export type SparseMatrix = {
  columnCount: number
  /** The index of each row's first entry. One more element is the end of the last row. */
  starts: Uint32Array
  /** The column of each entry. */
  columns: Uint32Array
  /** The value of each entry. */
  values: Float32Array
}

export function countRows({ starts }: SparseMatrix): number {
  return starts.length - 1
}

/** The value at a row and column, by binary search; 0 if there is no such entry or no such row. */
export function valueAt({ starts, columns, values }: SparseMatrix, row: number, column: number): number {
  const end = starts[row + 1] ?? 0
  let [low, high] = [starts[row] ?? 0, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (columns[middle]! < column) low = middle + 1
    else high = middle
  }
  return low < end && columns[low] === column ? values[low]! : 0
}

/** Adds `factor` times a row to `sums`. */
export function addRow(
  { starts, columns, values }: SparseMatrix,
  row: number,
  factor: number,
  sums: Float64Array,
) {
  const end = starts[row + 1]!
  for (let entry = starts[row]!; entry < end; entry++) {
    const column = columns[entry]!
    sums[column] = sums[column]! + factor * values[entry]!
  }
}

export function transposed(matrix: SparseMatrix): SparseMatrix {
  const { columnCount, starts, columns, values } = matrix
  const rows = new Uint32Array(columns.length)
  for (let row = 0; row < countRows(matrix); row++) rows.fill(row, starts[row], starts[row + 1])
  return transposedFromEntries({ rows, columns, values }, countRows(matrix), columnCount)
}

type Entries = { rows: Uint32Array; columns: Uint32Array; values: Float32Array }

/**
 * The transposed matrix of the entries, which need not be sorted. Within a row of the result, the
 * entries keep their order. `rowCount` and `columnCount` are those before the transposition.
 */
function transposedFromEntries(entries: Entries, rowCount: number, columnCount: number): SparseMatrix {
  const starts = startsOf(entries.columns, columnCount)
  /** For each row of the result, the index at which its next entry is stored. */
  const next = starts.slice()
  const resultColumns = new Uint32Array(entries.columns.length)
  const resultValues = new Float32Array(entries.columns.length)
  entries.columns.forEach((resultRow, entry) => {
    const target = next[resultRow]!
    next[resultRow] = target + 1
    resultColumns[target] = entries.rows[entry]!
    resultValues[target] = entries.values[entry]!
  })
  return { columnCount: rowCount, starts, columns: resultColumns, values: resultValues }
}

/** For each column, the index of its first entry in the transposed matrix. */
function startsOf(columns: Uint32Array, columnCount: number): Uint32Array {
  const starts = new Uint32Array(columnCount + 1)
  // First, `starts[column + 1]` is the number of entries in the column. A column starts where the
  // column before it ends, so adding up these numbers gives the starts.
  for (const column of columns) starts[column + 1] = starts[column + 1]! + 1
  for (let column = 0; column < columnCount; column++) {
    starts[column + 1] = starts[column + 1]! + starts[column]!
  }
  return starts
}

/** Builds a matrix from entries in any order. No two entries may have the same row and column. */
export function createMatrixBuilder(rowCount: number, columnCount: number) {
  let size = 0
  let entryRows = new Uint32Array(1024)
  let entryColumns = new Uint32Array(1024)
  let entryValues = new Float32Array(1024)

  /** Doubles the length of the arrays. */
  function grow() {
    const length = entryRows.length * 2
    entryRows = copyInto(new Uint32Array(length), entryRows)
    entryColumns = copyInto(new Uint32Array(length), entryColumns)
    entryValues = copyInto(new Float32Array(length), entryValues)
  }

  return {
    add(row: number, column: number, value: number) {
      if (size === entryRows.length) grow()
      entryRows[size] = row
      entryColumns[size] = column
      entryValues[size] = value
      size += 1
    },

    build(): SparseMatrix {
      const entries = {
        rows: entryRows.subarray(0, size),
        columns: entryColumns.subarray(0, size),
        values: entryValues.subarray(0, size),
      }
      // Transposing twice sorts the entries of each row by column. `byColumn` has the entries of
      // column 0 first, then those of column 1. `transposed` keeps this order within each row.
      const byColumn = transposedFromEntries(entries, rowCount, columnCount)
      return transposed(byColumn)
    },
  }
}

export type MatrixBuilder = ReturnType<typeof createMatrixBuilder>

function copyInto<T extends Uint32Array | Float32Array>(target: T, values: T): T {
  target.set(values)
  return target
}
