/** Shorter words are similar to too many others: "hand" to "and". */
const ONE_TYPO_FROM_LENGTH = 5
const TWO_TYPOS_FROM_LENGTH = 9
/** A mistyped number is another number, so numbers have no similar words. */
const NUMBER = /^\p{N}+$/u

/** How many typos a searched word may have. */
export function allowedTypos(word: string): number {
  if (word.length < ONE_TYPO_FROM_LENGTH || NUMBER.test(word)) return 0
  return word.length < TWO_TYPOS_FROM_LENGTH ? 1 : 2
}

/**
 * Counts the typos between `word` and the most similar prefix of a candidate. A typo is an extra,
 * missing or wrong letter, or two swapped ones (Damerau-Levenshtein distance). The table of
 * distances has one row for each letter of the candidate and one column for each letter of `word`.
 */
export function createTypoTable(word: string, maxTypos: number) {
  const width = word.length + 1
  // A prefix of this length always has too many typos, so no comparison goes further.
  const maxDepth = word.length + maxTypos + 1
  const cells = new Uint16Array((maxDepth + 1) * width)
  /** At index n: the fewest typos among the candidate's prefixes of at most n letters. */
  const fewest = new Uint16Array(maxDepth + 1)
  for (let column = 0; column < width; column++) cells[column] = column
  fewest[0] = word.length

  /** Fills the row of the candidate's letter number `depth`, and returns its smallest distance. */
  function fillRow(candidate: string, depth: number): number {
    const [row, above] = [depth * width, (depth - 1) * width]
    cells[row] = depth
    let least = depth
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
      least = Math.min(least, distance)
    }
    return least
  }

  return {
    /**
     * Compares a candidate. For its first `sharedLetters` letters, the rows of the previous
     * candidate are reused. So the previous candidate must begin with the same letters, and its
     * `depth` must be at least `sharedLetters`. Returns
     * - `depth`: the number of compared letters, the shared ones included
     * - `typos`: the typos of the most similar prefix
     * - `isFinal`: whether every longer prefix has more than `maxTypos` typos
     */
    compare(candidate: string, sharedLetters = 0) {
      let depth = sharedLetters
      let isFinal = false
      while (depth < candidate.length && !isFinal) {
        depth += 1
        isFinal = fillRow(candidate, depth) > maxTypos
        fewest[depth] = Math.min(fewest[depth - 1]!, cells[depth * width + width - 1]!)
      }
      return { depth, typos: fewest[depth]!, isFinal }
    },
  }
}
