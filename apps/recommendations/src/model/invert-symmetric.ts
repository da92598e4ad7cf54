/** This many columns are eliminated together; a tile of this size fits the first-level CPU cache. */
const BLOCK = 64

/**
 * Inverts a symmetric positive definite matrix in place. Returns false if it is not positive definite; its values
 * are then of no use.
 *
 * Blockwise symmetric Gauss-Jordan elimination (sweep operator) on the lower triangle: size³ / 2 multiplications.
 */
export function invertSymmetric(matrix: Float64Array, size: number): boolean {
  const paddedSize = Math.ceil(size / 4) * 4
  const columns = new Float64Array(paddedSize * BLOCK)
  const solvedColumns = new Float64Array(paddedSize * BLOCK)
  for (let first = 0; first < size; first += BLOCK) {
    const width = Math.min(BLOCK, size - first)
    copyColumns(matrix, size, first, width, columns)
    const negatedPivot = invertBlock(columns.subarray(first * BLOCK, (first + width) * BLOCK), width)
    if (!negatedPivot) return false
    // solvedColumns = columns · inverse of the block. Subtracting the product with the negated inverse adds it.
    solvedColumns.fill(0)
    for (let row = 0; row < paddedSize; row += 4) {
      for (let column = 0; column < BLOCK; column += 2) {
        subtractFourByTwo(solvedColumns, BLOCK, columns, negatedPivot, row, column)
      }
    }
    // The rows of the block itself are not changed here: `writeColumns` replaces them.
    columns.fill(0, first * BLOCK, (first + width) * BLOCK)
    solvedColumns.fill(0, first * BLOCK, (first + width) * BLOCK)
    subtractProduct(matrix, size, solvedColumns, columns)
    writeColumns(matrix, size, first, width, solvedColumns, negatedPivot)
  }
  negateAndMirror(matrix, size)
  return true
}

/** Copies `width` columns of the symmetric matrix, of which only the lower triangle is valid. */
function copyColumns(
  matrix: Float64Array,
  size: number,
  first: number,
  width: number,
  columns: Float64Array,
) {
  if (width < BLOCK) columns.fill(0)
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < width; k++) {
      const column = first + k
      columns[row * BLOCK + k] = matrix[row >= column ? row * size + column : column * size + row]!
    }
  }
}

/** The negated inverse of a block, by Cholesky decomposition; null if it is not positive definite. */
function invertBlock(block: Float64Array, width: number): Float64Array | null {
  const lower = choleskyFactor(block, width)
  if (!lower) return null
  const inverse = new Float64Array(BLOCK * BLOCK)
  const column = new Float64Array(width)
  for (let unit = 0; unit < width; unit++) {
    for (let row = 0; row < width; row++) {
      let sum = row === unit ? 1 : 0
      for (let k = 0; k < row; k++) sum -= lower[row * BLOCK + k]! * column[k]!
      column[row] = sum / lower[row * BLOCK + row]!
    }
    for (let row = width - 1; row >= 0; row--) {
      let sum = column[row]!
      for (let k = row + 1; k < width; k++) sum -= lower[k * BLOCK + row]! * column[k]!
      column[row] = sum / lower[row * BLOCK + row]!
      inverse[row * BLOCK + unit] = -column[row]!
    }
  }
  return inverse
}

function choleskyFactor(block: Float64Array, width: number): Float64Array | null {
  const lower = new Float64Array(BLOCK * BLOCK)
  for (let row = 0; row < width; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = block[row * BLOCK + column]!
      for (let k = 0; k < column; k++) {
        sum -= lower[row * BLOCK + k]! * lower[column * BLOCK + k]!
      }
      if (row > column) lower[row * BLOCK + column] = sum / lower[column * BLOCK + column]!
      else if (sum > 0) lower[row * BLOCK + row] = Math.sqrt(sum)
      else return null
    }
  }
  return lower
}

/**
 * matrix −= left · rightᵀ in the lower triangle, four rows by two columns at a time, so that each loaded number is
 * used more than once. Values written above the diagonal are never read.
 */
function subtractProduct(matrix: Float64Array, size: number, left: Float64Array, right: Float64Array) {
  const evenSize = size - (size % 4)
  for (let tile = 0; tile < evenSize; tile += BLOCK) {
    for (let row = tile; row < evenSize; row += 4) {
      const tileEnd = Math.min(tile + BLOCK, row + 4)
      for (let column = tile; column < tileEnd; column += 2) {
        subtractFourByTwo(matrix, size, left, right, row, column)
      }
    }
  }
  for (let row = evenSize; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = 0
      for (let k = 0; k < BLOCK; k++) {
        sum += left[row * BLOCK + k]! * right[column * BLOCK + k]!
      }
      matrix[row * size + column] = matrix[row * size + column]! - sum
    }
  }
}

/** Does the work of `subtractProduct` for four rows and two columns. */
function subtractFourByTwo(
  matrix: Float64Array,
  size: number,
  left: Float64Array,
  right: Float64Array,
  row: number,
  column: number,
) {
  let [a0, a1, b0, b1, c0, c1, d0, d1] = [0, 0, 0, 0, 0, 0, 0, 0]
  const [a, b, c, d] = [row * BLOCK, (row + 1) * BLOCK, (row + 2) * BLOCK, (row + 3) * BLOCK]
  const [first, second] = [column * BLOCK, (column + 1) * BLOCK]
  for (let k = 0; k < BLOCK; k++) {
    const p = right[first + k]!
    const q = right[second + k]!
    const fromA = left[a + k]!
    a0 += fromA * p
    a1 += fromA * q
    const fromB = left[b + k]!
    b0 += fromB * p
    b1 += fromB * q
    const fromC = left[c + k]!
    c0 += fromC * p
    c1 += fromC * q
    const fromD = left[d + k]!
    d0 += fromD * p
    d1 += fromD * q
  }
  let at = row * size + column
  matrix[at] = matrix[at]! - a0
  matrix[at + 1] = matrix[at + 1]! - a1
  at += size
  matrix[at] = matrix[at]! - b0
  matrix[at + 1] = matrix[at + 1]! - b1
  at += size
  matrix[at] = matrix[at]! - c0
  matrix[at + 1] = matrix[at + 1]! - c1
  at += size
  matrix[at] = matrix[at]! - d0
  matrix[at + 1] = matrix[at + 1]! - d1
}

/** Replaces `width` columns in the lower triangle; the block on the diagonal becomes the negated pivot. */
function writeColumns(
  matrix: Float64Array,
  size: number,
  first: number,
  width: number,
  columns: Float64Array,
  negatedPivot: Float64Array,
) {
  for (let row = 0; row < size; row++) {
    const isPivotRow = row >= first && row < first + width
    for (let k = 0; k < width; k++) {
      const column = first + k
      const from = isPivotRow ? negatedPivot[(row - first) * BLOCK + k] : columns[row * BLOCK + k]
      matrix[row >= column ? row * size + column : column * size + row] = from!
    }
  }
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
