/** Shorter words may have no typos: they are similar to too many others, as "hand" to "and". */
const ONE_TYPO_FROM_LENGTH = 5
const TWO_TYPOS_FROM_LENGTH = 9
const NUMBER = /^\p{N}+$/u

/** How many typos a searched word may have. With a typo, a number would be another number. */
export function allowedTypos(word: string): number {
  if (word.length < ONE_TYPO_FROM_LENGTH || NUMBER.test(word)) return 0
  return word.length < TWO_TYPOS_FROM_LENGTH ? 1 : 2
}

/**
 * Counts the typos between `word` and the most similar prefix of a candidate. A typo is an extra,
 * missing or wrong letter, or two swapped letters (Damerau-Levenshtein distance).
 */
export function createTypoTable(word: string, maxTypos: number) {
  const width = word.length + 1
  // Row r of the table is for the candidate's first r letters. With `maxTypos + 1` letters more than
  // the word, every cell of a row has too many typos, so no later row is needed.
  const lastRow = word.length + maxTypos + 1
  /** Row r, column c: the typos between the candidate's first r and the word's first c letters. */
  const cells = new Uint16Array((lastRow + 1) * width)
  /** The smallest number in each row. Numbers in later rows are never smaller. */
  const rowMinimum = new Uint16Array(lastRow + 1)
  /** At index r: the typos of the most similar prefix of at most r letters. */
  const fewestTypos = new Uint16Array(lastRow + 1)
  /** The beginning of the previous candidate, as far as its rows are filled. */
  let compared = ''

  for (let column = 0; column < width; column++) cells[column] = column
  fewestTypos[0] = word.length

  /** The rows above must be filled already, for the same candidate. */
  function fillRow(candidate: string, row: number) {
    // The indexes in `cells` at which this row and the two rows above it start.
    const start = row * width
    const startAbove = start - width
    const startTwoAbove = startAbove - width
    cells[start] = row
    let minimum = row
    for (let c = 1; c < width; c++) {
      const isSame = candidate[row - 1] === word[c - 1]
      let distance = Math.min(
        cells[startAbove + c]! + 1,
        cells[start + c - 1]! + 1,
        cells[startAbove + c - 1]! + (isSame ? 0 : 1),
      )
      const isSwapped =
        c > 1 && row > 1 && candidate[row - 1] === word[c - 2] && candidate[row - 2] === word[c - 1]
      if (isSwapped) distance = Math.min(distance, cells[startTwoAbove + c - 2]! + 1)
      cells[start + c] = distance
      minimum = Math.min(minimum, distance)
    }
    rowMinimum[row] = minimum
    fewestTypos[row] = Math.min(fewestTypos[row - 1]!, cells[start + width - 1]!)
  }

  return {
    /**
     * Compares a candidate letter by letter, until further letters cannot matter. The first letters
     * that are the same as in the previous candidate are not compared again. Returns
     * - `typos`: the typos of the most similar prefix. Above `maxTypos`, the number is not exact.
     * - `compared`: the letters of the candidate that were compared
     * - `isFinal`: whether the result is the same for every candidate that begins with `compared`
     */
    compare(candidate: string) {
      let row = sharedLength(compared, candidate)
      while (row < candidate.length && rowMinimum[row]! <= maxTypos) {
        row += 1
        fillRow(candidate, row)
      }
      compared = candidate.slice(0, row)
      return { typos: fewestTypos[row]!, compared, isFinal: rowMinimum[row]! > maxTypos }
    },
  }
}

/** The number of letters that both texts begin with. */
function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
