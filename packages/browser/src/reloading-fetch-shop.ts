import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import type { ShopError } from '@nashta/contracts/api/shop-error'

/** Reloads the page, when it is safe, after a call that was refused because the page is outdated. */
export function reloadingFetchShop(fetchShop: FetchShop): FetchShop {
  return (endpoint, call) =>
    fetchShop(endpoint, call).catch((error: ShopError) => {
      // If this code is lost, the next call loads it.
      if (error.code === 'PAGE_OUTDATED')
        void import('./reload-when-safe.ts').then(({ reloadWhenSafe }) => reloadWhenSafe())
      throw error
    })
}
