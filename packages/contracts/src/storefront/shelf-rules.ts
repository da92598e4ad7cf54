import { categoriesOf } from '../catalogue/categories.ts'
import { foldWords } from '../catalogue/fold-text.ts'
import type { Product } from '../catalogue/product.ts'
import { DEFAULT_CATEGORY } from '../constants.ts'

// What shelves are. Products name their shelves; a shelf knows every name that it ever had, so a
// renamed shelf keeps its products and its old address.

export const SHELVES_MAX = 30

export type Shelf = {
  /** The last part of the address of its page. */
  slug: string
  name: string
  /** A sentence on its page. */
  text?: string | undefined
  /** The key of an uploaded picture. */
  picture?: string | undefined
  /** A hidden shelf has no page, tile or filter, and shoppers do not see that a product is on it. */
  isHidden?: boolean | undefined
  /** The keys of its former names and addresses, and of the shelves that were merged into it. */
  former?: readonly string[] | undefined
}

/** The shelves of a new shop. */
export const FIRST_SHELVES: readonly Shelf[] = [
  { slug: 'donuts', name: 'Donuts', text: 'Soft dough, thick icing, flavours you grew up with.' },
  { slug: 'chips', name: 'Chips', text: 'Paper-thin, ridged or kettle-cooked. All of them loud.' },
  {
    slug: 'chocolates',
    name: 'Chocolates',
    text: 'Bars that snap and truffles that melt, from bitter dark to ruby pink.',
  },
  {
    slug: 'nuts-treats',
    name: 'Nuts & Treats',
    text: 'Roasted by the handful, with cookies, macarons and laddoos.',
  },
]

/** Names with the same words have the same key: `Nuts & Treats` and `nuts-treats`. */
export function shelfKey(text: string): string {
  return foldWords(text).join('-')
}

/** The keys by which a shelf is found now, and those by which it was found before. */
export function keysOfShelf({ slug, name, former = [] }: Shelf): ReadonlySet<string> {
  return new Set([slug, shelfKey(name), ...former])
}

type Names = Pick<Product, 'category' | 'categories'>

/** More than the different texts of most catalogues. */
const CACHED_TEXTS_MAX = 1000

/** Finds shelves by the texts that products and addresses have. */
export function createShelfIndex(shelves: readonly Shelf[]) {
  const byKey = new Map(shelves.flatMap((shelf) => [...keysOfShelf(shelf)].map((key) => [key, shelf])))
  const known = new Map<string, Shelf | null>()

  function find(text: string): Shelf | null {
    const cached = known.get(text)
    if (cached !== undefined) return cached
    const found = byKey.get(shelfKey(text)) ?? null
    if (known.size >= CACHED_TEXTS_MAX) known.clear()
    known.set(text, found)
    return found
  }

  /** The names of the shelves as they are now. A text without a shelf stays as it is. */
  function namesOf(product: Names, isShown: (shelf: Shelf) => boolean): Names {
    const names = categoriesOf(product).flatMap((text) => {
      const shelf = find(text)
      if (shelf === null) return [text]
      return isShown(shelf) ? [shelf.name] : []
    })
    const [first = DEFAULT_CATEGORY, ...others] = new Set(names)
    return { category: first, ...(others.length > 0 && { categories: [first, ...others] }) }
  }

  return {
    shelves,
    find,
    /** As shoppers see it: without hidden shelves. */
    publicNames: (product: Names) => namesOf(product, ({ isHidden }) => isHidden !== true),
    deskNames: (product: Names) => namesOf(product, () => true),
  }
}

export type ShelfIndex = ReturnType<typeof createShelfIndex>
