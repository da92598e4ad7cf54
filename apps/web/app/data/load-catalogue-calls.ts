import { ShopError } from '@nashta/contracts/api/shop-error'
import { STORE_UNREACHABLE } from '@nashta/contracts/identity/gateway-texts'

/** Fetched when first needed; like the store itself, it may be out of reach. */
export async function loadCatalogueCalls() {
  try {
    return await import('./catalogue-calls.ts')
  } catch (error) {
    throw new ShopError(STORE_UNREACHABLE, { cause: error })
  }
}
