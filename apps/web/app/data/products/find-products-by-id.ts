import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import type { Product } from '@nashta/contracts/catalogue/product'
import { listedProduct, productQuery } from './product-queries.ts'
import { getQueryClient } from './query-client.tsx'

/** The products of these ids, without those that the catalogue does not have. */
export async function findProductsById(ids: readonly string[]): Promise<Product[]> {
  const found = await Promise.all(ids.map(findProductById))
  return found.filter((product) => product !== null)
}

async function findProductById(id: string): Promise<Product | null> {
  try {
    return listedProduct(id) ?? (await getQueryClient().fetchQuery(productQuery(id)))
  } catch (error) {
    // The catalogue has no such product, so a retry would be refused too.
    if (isFinalRefusal(error)) return null
    throw error
  }
}
