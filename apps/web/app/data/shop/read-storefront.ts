import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { getStorefront, type Storefront } from '@nashta/contracts/storefront/storefront'

/** Null when the storefront cannot be read. */
export async function readStorefront(fetchShop: FetchShop): Promise<Storefront | null> {
  try {
    return (await fetchShop(getStorefront)).data
  } catch {
    return null
  }
}

/** A shelf without its text and former addresses, because the root loads all shelves for every page. */
export type PageShelf = Omit<Storefront['shelves'][number], 'former'>

export function pageShelves({ shelves }: Storefront): PageShelf[] {
  return shelves.map(({ former: _former, text: _text, ...shelf }) => shelf)
}
