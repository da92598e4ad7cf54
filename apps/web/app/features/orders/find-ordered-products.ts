import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import type { Product } from '@nashta/contracts/catalogue/product'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { fetchProductPage } from '../../data/fetch-products.ts'

export type OrderedProducts = { found: { product: Product; quantity: number }[]; missing: string[] }

const NAMESAKES = 10

/** What of an order can be had again. An order remembers its snacks by name, not by id. */
export async function findOrderedProducts(
  fetchShop: FetchShop,
  items: Purchase['items'],
): Promise<OrderedProducts> {
  const looked = await Promise.all(
    items.map(async (item) => ({ item, product: await findProduct(fetchShop, item) })),
  )
  return {
    found: looked.flatMap(({ item, product }) => (product ? [{ product, quantity: item.quantity }] : [])),
    missing: looked.flatMap(({ item, product }) => (product ? [] : [item.name])),
  }
}

async function findProduct(fetchShop: FetchShop, { name, imageUrl }: Purchase['items'][number]) {
  const { items } = await fetchProductPage(fetchShop, { search: name, limit: NAMESAKES })
  const namesakes = items.filter((product) => product.name === name && product.stock !== 0)
  return namesakes.find((product) => product.imageUrl === imageUrl) ?? namesakes[0] ?? null
}
