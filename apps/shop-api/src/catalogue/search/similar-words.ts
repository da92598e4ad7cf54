/** The index of the first word that is not before `text`, in sorted words. */
export function lowerBound(sorted: readonly string[], text: string, from = 0, to = sorted.length): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}

/** The index after the last word with this prefix, found by an exponential search that starts at `from`. */
export function endOfPrefix(sorted: readonly string[], prefix: string, from: number): number {
  // U+FFFF sorts after every letter.
  const end = `${prefix}\uffff`
  let step = 1
  while (from + step < sorted.length && sorted[from + step]! < end) step *= 2
  return lowerBound(sorted, end, from, Math.min(from + step, sorted.length))
}

/**
 * The words that have a prefix at most `maxTypos` typos away from `word`, and of these only the nearest ones. A typo is
 * an extra, missing or wrong letter, or two swapped ones (Damerau-Levenshtein distance). Words with a common prefix share
 * the rows of its distance table, and all words of a prefix that is too far away are skipped together.
 */
export function similarWords(sorted: readonly string[], word: string, maxTypos: number): string[] {
  const distances = createDistanceTable(word, maxTypos)
  const found: { word: string; typos: number }[] = []
  /** The part of the previous candidate that was compared. */
  let compared = ''
  for (let index = 0; index < sorted.length;) {
    const candidate = sorted[index]!
    const { depth, typos, isFinal } = distances.compare(candidate, sharedLength(compared, candidate))
    compared = candidate.slice(0, depth)
    // A final result is the result of all words that begin with `compared`.
    const end = isFinal ? endOfPrefix(sorted, compared, index + 1) : index + 1
    if (typos <= maxTypos)
      for (const similar of sorted.slice(index, end)) found.push({ word: similar, typos })
    index = end
  }
  const fewestFound = found.reduce((least, { typos }) => Math.min(least, typos), maxTypos)
  return found.filter(({ typos }) => typos === fewestFound).map(({ word }) => word)
}

/** The table of edit distances: one row for each letter of the candidate, one column for each letter of `word`. */
function createDistanceTable(word: string, maxTypos: number) {
  const width = word.length + 1
  // A prefix of this length always has too many typos, so no comparison goes further.
  const maxDepth = word.length + maxTypos + 1
  const cells = new Uint8Array((maxDepth + 1) * width)
  /** At index n: the fewest typos among the candidate's prefixes of at most n letters. */
  const fewest = new Uint8Array(maxDepth + 1)
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
     * Compares the candidate, whose first `depth` letters are those of the previous one. Returns the number of compared
     * letters, the typos of the nearest prefix, and whether every longer prefix has more than `maxTypos`.
     */
    compare(candidate: string, depth: number) {
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

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
