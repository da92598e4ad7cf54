import type { Product } from '@nashta/contracts/catalogue/product'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { createRecent } from '@nashta/service-kit/responses/recent'
import { type Representation, representWhenAsked } from '@nashta/service-kit/responses/representation'
import { productNotFound, type ProductStore } from './product-store.ts'
import { productContent } from './product-version.ts'
import { toProduct } from './product.ts'

const ANSWERS_MAX = 2000

export type GetProductDeps = { products: ProductStore; https: boolean }

type Kept = { revision: string; product: Product; content: string; answer: Representation }

/** One product as it goes out, its stock as it is now. After a change of any product each is looked at once more. */
export function createProductAnswers({ products, https }: GetProductDeps) {
  const recent = createRecent<Kept>({ max: ANSWERS_MAX })

  async function load(id: string): Promise<Kept> {
    const revision = await products.revision()
    const kept = recent.get(id)
    if (kept?.revision === revision) return kept

    const record = await products.find(id)
    if (!record) throw productNotFound()
    const content = productContent(record)
    if (kept?.content === content) {
      kept.revision = revision
      return kept
    }

    const answer = representWhenAsked({
      content,
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
    })
    const loaded = { revision, product: toProduct(record), content, answer }
    recent.set(id, loaded)
    return loaded
  }

  function atHand(id: string): Representation | undefined {
    const kept = recent.get(id)
    return kept && kept.revision === products.revision() ? kept.answer : undefined
  }

  return {
    getProduct: async (id: string) => (await load(id)).answer,
    readProduct: async (id: string) => (await load(id)).product,
    atHand,
  }
}
