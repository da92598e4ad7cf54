const LETTERS = 26
const FIRST_LETTER = 'A'.charCodeAt(0)

/**
 * The number by which products are sorted by their country of origin: India first, then the other
 * countries by code, then products without a country.
 */
export function originKey(origin: string | undefined): number {
  if (origin === 'IN') return -1
  if (origin === undefined) return LETTERS * LETTERS
  const [first = 0, second = 0] = Array.from(origin, (letter) => letter.charCodeAt(0) - FIRST_LETTER)
  return first * LETTERS + second
}
