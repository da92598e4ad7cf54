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
  // `compare` stops at this row or earlier. For a word of 6 letters and one allowed typo, the last
  // row is 8, because a prefix of 8 letters has two letters too many.
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

  /** Fills the row for the first `depth` letters of the candidate. */
  function fillRow(candidate: string, depth: number) {
    const [row, above] = [depth * width, (depth - 1) * width]
    cells[row] = depth
    let minimum = depth
    for (let j = 1; j < width; j++) {
      const isSame = candidate[depth - 1] === word[j - 1]
      let distance = Math.min(
        cells[above + j]! + 1,
        cells[row + j - 1]! + 1,
        cells[above + j - 1]! + (isSame ? 0 : 1),
      )
      const isSwapped =
        j > 1 && depth > 1 && candidate[depth - 1] === word[j - 2] && candidate[depth - 2] === word[j - 1]
      if (isSwapped) distance = Math.min(distance, cells[above - width + j - 2]! + 1)
      cells[row + j] = distance
      minimum = Math.min(minimum, distance)
    }
    rowMinimum[depth] = minimum
    fewestTypos[depth] = Math.min(fewestTypos[depth - 1]!, cells[row + width - 1]!)
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
      let depth = sharedLength(compared, candidate)
      while (depth < candidate.length && rowMinimum[depth]! <= maxTypos) {
        depth += 1
        fillRow(candidate, depth)
      }
      compared = candidate.slice(0, depth)
      return { typos: fewestTypos[depth]!, compared, isFinal: rowMinimum[depth]! > maxTypos }
    },
  }
}

/** The number of letters that both texts begin with. */
function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
