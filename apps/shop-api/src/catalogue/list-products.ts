import { represent, type Representation } from '@nashta/service-kit/representation'
import type { ProductStore } from './product-store.ts'
import { toProduct } from './product.ts'

export type ListProductsDeps = { products: ProductStore }

/**
 * The list as it goes out. It is asked for far more often than the catalogue changes, so it is
 * written and compressed once per change.
 */
export function createProductList({ products }: ListProductsDeps) {
  let kept: { version: string; list: Promise<Representation> } | undefined

  async function write(): Promise<Representation> {
    const data = (await products.list()).map(toProduct)
    return represent(JSON.stringify({ data }), 'application/json; charset=utf-8')
  }

  return async function listProducts(): Promise<Representation> {
    const version = await products.version()
    if (kept?.version === version) return kept.list

    const list = write()
    kept = { version, list }
    list.catch(() => {
      if (kept?.list === list) kept = undefined
    })
    return list
  }
}
