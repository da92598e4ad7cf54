import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { getStorefront, type Storefront } from '@nashta/contracts/storefront/storefront'

/** What the pages are made of; null when it cannot be read. */
export async function readStorefront(fetchShop: FetchShop): Promise<Storefront | null> {
  try {
    return (await fetchShop(getStorefront)).data
  } catch {
    return null
  }
}

/** A shelf as pages have it. The root loads all of them for every page, without their texts. */
export type PageShelf = Omit<Storefront['shelves'][number], 'former'>

export function pageShelves({ shelves }: Storefront): PageShelf[] {
  return shelves.map(({ former: _former, text: _text, ...shelf }) => shelf)
}
