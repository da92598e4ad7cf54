import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { getShop, type Shop } from '@nashta/contracts/shop/shop'

/** The shop's record without what pages do not show. The list of delivery zones may be long. */
export type ShopIdentity = Omit<Shop, 'delivery' | 'upi' | 'checked'>

/** The shop's record; null when it cannot be read. */
export async function readShop(fetchShop: FetchShop) {
  try {
    return (await fetchShop(getShop)).data
  } catch {
    return null
  }
}
