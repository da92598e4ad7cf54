import { represent, type Representation } from '@nashta/service-kit/representation'
import { dataHeaders } from '@nashta/service-kit/security-headers'
import type { ProductStore } from './product-store.ts'
import { toProduct } from './product.ts'

export type ListProductsDeps = { products: ProductStore; https: boolean }

/**
 * The list as it goes out. It is asked for far more often than the catalogue changes, so it is
 * written and compressed once per change.
 */
export function createProductList({ products, https }: ListProductsDeps) {
  let kept: { version: string; list: Promise<Representation> } | undefined

  async function write(): Promise<Representation> {
    const data = (await products.list()).map(toProduct)
    return represent({
      content: JSON.stringify({ data }),
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
    })
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
