/** Where in the sorted words those before `text` end. */
export function lowerBound(sorted: readonly string[], text: string, from = 0, to = sorted.length): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as string) < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Where the words that begin with `beginning` end; usually soon, so it looks farther in growing steps. */
function firstAfter(sorted: readonly string[], beginning: string, from: number): number {
  const end = `${beginning}\uffff`
  let step = 1
  while (from + step < sorted.length && (sorted[from + step] as string) < end) step *= 2
  return lowerBound(sorted, end, from, Math.min(from + step, sorted.length))
}

/**
 * The words whose beginning is nearest to `word`, at most `most` typos away: a letter too many, missing or
 * wrong, or two swapped. Words that begin alike share the work for that beginning, and are left together
 * once it is too far off, so that few of a large vocabulary are looked at.
 */
export function similarWords(sorted: readonly string[], word: string, most: number): string[] {
  const typos = createTypoCounter(word, most)
  const found: { word: string; count: number }[] = []
  let previous = ''
  for (let index = 0; index < sorted.length;) {
    const candidate = sorted[index] as string
    const { depth, count, isHopeless } = typos.follow(candidate, sharedLength(previous, candidate))
    previous = candidate.slice(0, depth)
    const end = isHopeless ? firstAfter(sorted, previous, index + 1) : index + 1
    if (count <= most) for (const word of sorted.slice(index, end)) found.push({ word, count })
    index = end
  }
  const best = found.reduce((least, { count }) => Math.min(least, count), most)
  return found.filter(({ count }) => count === best).map(({ word }) => word)
}

/** The table of edit distances, one row for each letter of the candidate; rows of a shared beginning stay. */
function createTypoCounter(word: string, most: number) {
  const width = word.length + 1
  // A longer beginning is too far off whatever it is.
  const deepest = word.length + most + 1
  const rows = new Uint8Array((deepest + 1) * width)
  // The fewest typos of any beginning of the candidate up to that length.
  const fewest = new Uint8Array(deepest + 1)
  for (let j = 0; j < width; j++) rows[j] = j
  fewest[0] = word.length

  /** Fills the row of the candidate's letter before `depth`; answers the least in it. */
  function fillRow(candidate: string, depth: number): number {
    const [row, above] = [depth * width, (depth - 1) * width]
    rows[row] = depth
    let least = depth
    for (let j = 1; j < width; j++) {
      const isSame = candidate[depth - 1] === word[j - 1]
      let count = Math.min(at(above + j) + 1, at(row + j - 1) + 1, at(above + j - 1) + (isSame ? 0 : 1))
      const isSwapped =
        j > 1 && depth > 1 && candidate[depth - 1] === word[j - 2] && candidate[depth - 2] === word[j - 1]
      if (isSwapped) count = Math.min(count, at(above - width + j - 2) + 1)
      rows[row + j] = count
      least = Math.min(least, count)
    }
    return least
  }
  const at = (index: number) => rows[index] as number

  return {
    /** Goes on from the first `depth` letters, which the candidate shares with the one before. */
    follow(candidate: string, depth: number) {
      let isHopeless = false
      while (depth < candidate.length && !isHopeless) {
        depth += 1
        isHopeless = fillRow(candidate, depth) > most
        fewest[depth] = Math.min(fewest[depth - 1] as number, at(depth * width + width - 1))
      }
      return { depth, count: fewest[depth] as number, isHopeless }
    },
  }
}

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
