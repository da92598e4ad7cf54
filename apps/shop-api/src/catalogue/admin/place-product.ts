import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import type { ShelfIndex } from '@nashta/contracts/storefront/shelf-rules'
import type { ProductRecord } from '../product-store.ts'

type Given = { category?: string | undefined; categories?: readonly string[] | null | undefined }
type Stored = Pick<ProductRecord, 'category' | 'categories'>

/**
 * The fields that put a product on the shelves that a request names. Shelves are found by name or
 * address, also by former ones, and are stored under the name that they have now.
 *
 * - `categories` are all shelves, and `category` is the first of them.
 * - `category` alone is the only shelf. If it is the first one already, the others stay: a client
 *   that does not know `categories` may send a product back as it has read it.
 */
export function placeProduct(given: Given, before: Stored | null, shelves: ShelfIndex) {
  const { category, categories } = given
  if (category === undefined && categories === undefined) return {}
  const nameOf = (text: string) => shelves.find(text)?.name ?? text
  const stored = before ? categoriesOf(before).map(nameOf) : []
  const first = category === undefined ? [] : [nameOf(category)]
  const others = categories?.map(nameOf) ?? (category === undefined ? stored.slice(0, 1) : [])
  const isAlreadyFirst = categories === undefined && first[0] === stored[0]
  const names = [...new Set(isAlreadyFirst ? stored : [...first, ...others])]
  return { category: names[0], categories: names.length > 1 ? names : null }
}
