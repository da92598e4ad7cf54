import { createTypoTable } from '@nashta/contracts/catalogue/typos'

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

/**
 * The index after the last word with this prefix. `from` is the index after a word that has it. Words with one prefix are
 * usually few, so the search doubles its step from there until it is past them.
 */
function endOfPrefix(sorted: readonly string[], prefix: string, from: number): number {
  // U+FFFF sorts after every letter.
  const end = `${prefix}\uffff`
  let step = 1
  while (from + step < sorted.length && sorted[from + step]! < end) step *= 2
  return lowerBound(sorted, end, from, Math.min(from + step, sorted.length))
}

/**
 * The words with a prefix at most `maxTypos` typos away from `word`. The words are sorted, so neighbours begin with the
 * same letters, and the typo table compares these letters only once.
 */
export function similarWords(sorted: readonly string[], word: string, maxTypos: number): string[] {
  const table = createTypoTable(word, maxTypos)
  const found: string[] = []
  /** The part of the previous candidate that was compared. */
  let compared = ''
  for (let index = 0; index < sorted.length;) {
    const candidate = sorted[index]!
    const { depth, typos, isFinal } = table.compare(candidate, sharedLength(compared, candidate))
    compared = candidate.slice(0, depth)
    // A final result does not depend on the letters after `compared`, so it is the result of all words that begin so.
    const end = isFinal ? endOfPrefix(sorted, compared, index + 1) : index + 1
    if (typos <= maxTypos) for (const similar of sorted.slice(index, end)) found.push(similar)
    index = end
  }
  return found
}

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
