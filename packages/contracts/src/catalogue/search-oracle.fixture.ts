// The rule of search without an index, written as simply as possible. Tests compare the real
// searches with it.

type Text = { name: string; description: string }

/** Whether the name or the description contains the searched text. */
export function containsText({ name, description }: Text, search: string): boolean {
  return fold(name).includes(fold(search)) || fold(description).includes(fold(search))
}

/**
 * 0 to 3 for a product with every part of the search, 4 and 5 for one with similar words, null for
 * no match.
 */
export function expectedTier({ name, description }: Text, search: string): number | null {
  const [searched, foldedName] = [fold(search), fold(name)]
  if (foldedName === searched) return 0
  if (foldedName.startsWith(searched)) return 1
  const all = `${foldedName} ${fold(description)}`
  const hasAllParts = (text: string) => searched.split(' ').every((part) => text.includes(part))
  if (hasAllParts(foldedName)) return 2
  if (hasAllParts(all)) return 3

  const words = wordsOf(search)
  const hasSimilarWords = (text: string) =>
    words.every((word) => text.includes(word) || hasSimilar(text, word))
  if (words.length === 0) return null
  if (hasSimilarWords(foldedName)) return 4
  return hasSimilarWords(all) ? 5 : null
}

function hasSimilar(text: string, word: string) {
  const maxTypos = allowedTypos(word)
  const isSimilar = (own: string) => (maxTypos === 0 ? own === word : typosOfPrefix(word, own) <= maxTypos)
  return wordsOf(text).some(isSimilar)
}

const fold = memoised((text: string) => {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return plain.toUpperCase().toLowerCase().split(/\s/).filter(Boolean).join(' ')
})

const wordsOf = memoised((text: string) =>
  fold(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}\p{So}]/u)
    .filter(Boolean),
)

function memoised<T>(compute: (text: string) => T) {
  const known = new Map<string, T>()
  return (text: string): T => {
    const value = known.get(text) ?? compute(text)
    known.set(text, value)
    return value
  }
}

function allowedTypos(word: string) {
  if (word.length < 5 || /^\d+$/.test(word)) return 0
  return word.length < 9 ? 1 : 2
}

const typosByPair = new Map<string, number>()

/** The fewest typos between `word` and any prefix of `other`. Tries each prefix. */
export function typosOfPrefix(word: string, other: string): number {
  const pair = `${word} ${other}`
  const known = typosByPair.get(pair)
  if (known !== undefined) return known
  const ends = Array.from({ length: other.length + 1 }, (_, end) => typos(word, other.slice(0, end)))
  const fewest = Math.min(...ends)
  typosByPair.set(pair, fewest)
  return fewest
}

function typos(a: string, b: string): number {
  const memo = new Map<string, number>()
  /** The typos between the first `i` letters of `a` and the first `j` letters of `b`. */
  const count = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = `${i},${j}`
    const known = memo.get(key)
    if (known !== undefined) return known
    const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    const fewest = Math.min(
      count(i - 1, j) + 1,
      count(i, j - 1) + 1,
      count(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      isSwapped ? count(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
    )
    memo.set(key, fewest)
    return fewest
  }
  return count(a.length, b.length)
}
