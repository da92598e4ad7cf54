import { createTypoTable } from '@nashta/contracts/catalogue/search/typos'

/** Binary search in sorted words for the index of the first word that is not before `text`. */
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
 * The index after the last word with the prefix. `start` is the index of any word with the prefix.
 * Usually few words share a prefix, so the search begins at `start` and doubles its step.
 */
function endOfPrefix(sorted: readonly string[], prefix: string, start: number): number {
  // U+FFFF sorts after every letter.
  const end = `${prefix}\uffff`
  let step = 1
  while (start + step < sorted.length && sorted[start + step]! < end) step *= 2
  return lowerBound(sorted, end, start, Math.min(start + step, sorted.length))
}

/**
 * The words that begin like `word`, with at most `maxTypos` typos. The words are sorted, so
 * neighbours begin with the same letters, and the typo table compares these letters only once.
 */
export function similarWords(sorted: readonly string[], word: string, maxTypos: number): string[] {
  const table = createTypoTable(word, maxTypos)
  const found: string[] = []
  for (let index = 0; index < sorted.length;) {
    const { typos, compared, isFinal } = table.compare(sorted[index]!)
    // `compared` has the letters that were compared, such as `choc` of `chocolate`. If `isFinal` is
    // true, every word that begins with `choc` has the same number of typos.
    const end = isFinal ? endOfPrefix(sorted, compared, index) : index + 1
    if (typos <= maxTypos) for (const similar of sorted.slice(index, end)) found.push(similar)
    index = end
  }
  return found
}
