import type { ProductQuery } from '@nashta/contracts/catalogue/product-query'
import type { PositionedProduct } from '../product-store.ts'
import { foldText, foldWords } from './fold-text.ts'

/** The ids that a query should find, in order, computed by comparing every product without an index. */
export function plainSearch(
  placed: readonly PositionedProduct[],
  scores: ReadonlyMap<string, number>,
  { search = '', category = '', minPrice, maxPrice, sort = 'relevance' }: ProductQuery,
): string[] {
  const searched = foldWords(search)
  const everyWord = new Set(
    placed.flatMap(({ product }) => foldWords(`${product.name} ${product.description}`)),
  )
  const meant = searched.map((word) => meaningOf(word, everyWord))

  const found = placed
    .map(({ position, product }) => ({ position, product, tier: tierOf(product, searched, meant) }))
    .filter(({ tier }) => search.trim() === '' || tier !== null)
    .filter(({ product }) => category === '' || foldText(product.category) === foldText(category))
    .filter(({ product }) => product.pricePaise >= (minPrice ?? 0))
    .filter(({ product }) => product.pricePaise <= (maxPrice ?? Number.POSITIVE_INFINITY))

  type Item = (typeof found)[number]
  const scoreOf = ({ product }: Item) => scores.get(product.products_id) ?? 0
  const compare = {
    relevance: (a: Item, b: Item) => (a.tier ?? 0) - (b.tier ?? 0) || scoreOf(b) - scoreOf(a),
    newest: (a: Item, b: Item) => Date.parse(b.product.createdAt) - Date.parse(a.product.createdAt),
    'price-asc': (a: Item, b: Item) => a.product.pricePaise - b.product.pricePaise,
    'price-desc': (a: Item, b: Item) => b.product.pricePaise - a.product.pricePaise,
  }[sort]
  return found
    .toSorted((a, b) => compare(a, b) || a.position - b.position)
    .map(({ product }) => product.products_id)
}

type Meaning = { begins: (known: string) => boolean; has: (known: string) => boolean }

/** A word matches itself if any product has it, otherwise the words whose beginning is most similar. */
function meaningOf(word: string, everyWord: ReadonlySet<string>): Meaning {
  const begins = (known: string) => known.startsWith(word)
  const has = /^[a-z\d]$/.test(word) ? begins : (known: string) => known.includes(word)
  if ([...everyWord].some(has)) return { begins, has }

  const allowed = word.length < 4 || /^\d+$/.test(word) ? 0 : word.length < 8 ? 1 : 2
  const distances = new Map([...everyWord].map((known) => [known, typosOfBeginning(word, known)]))
  const best = Math.min(...distances.values())
  const isMeant = (known: string) => best > 0 && best <= allowed && distances.get(known) === best
  return { begins: isMeant, has: isMeant }
}

function tierOf(
  { name, description }: { name: string; description: string },
  searched: readonly string[],
  meant: readonly Meaning[],
): number | null {
  if (searched.length === 0) return null
  const [names, all] = [foldWords(name), foldWords(`${name} ${description}`)]
  const phrase = searched.join(' ')
  if (foldText(name) === phrase) return 0
  if (foldText(name).startsWith(phrase)) return 1
  if (meant.every(({ begins }) => names.some(begins))) return 2
  if (meant.every(({ has }) => names.some(has))) return 3
  return meant.every(({ has }) => all.some(has)) ? 4 : null
}

/** The fewest typos between a word and any beginning of another, by the definition of the distance. */
export function typosOfBeginning(word: string, other: string): number {
  return Math.min(...Array.from({ length: other.length + 1 }, (_, end) => typos(word, other.slice(0, end))))
}

function typos(a: string, b: string): number {
  const memo = new Map<string, number>()
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
