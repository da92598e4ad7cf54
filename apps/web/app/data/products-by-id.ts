import { isRefused } from '@nashta/contracts/api/shop-error'
import type { Product } from '@nashta/contracts/catalogue/product'
import { productAtHand, productQuery } from './product.ts'
import { getQueryClient } from './query-client.ts'

/** The products of these ids; those that the catalogue does not have are left out. */
export async function findProductsById(ids: readonly string[]): Promise<Product[]> {
  const found = await Promise.all(ids.map(findOne))
  return found.filter((product) => product !== null)
}

async function findOne(id: string): Promise<Product | null> {
  try {
    return productAtHand(id) ?? (await getQueryClient().ensureQueryData(productQuery(id)))
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
}
