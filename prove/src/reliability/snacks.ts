import { ask, DONUT } from '../shopper.ts'

/** Everything that can be put into a cart, but the donut that proofs buy. */
export async function snacksAt(url: string): Promise<string[]> {
  const { body } = await ask(`${url}/api/products`)
  const { data } = body as { data: { products_id: string }[] }
  return data.map(({ products_id }) => products_id).filter((id) => id !== DONUT.productId)
}
