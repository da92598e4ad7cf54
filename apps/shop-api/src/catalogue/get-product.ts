import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { createRecent } from '@nashta/service-kit/responses/recent'
import { type Representation, representWhenAsked } from '@nashta/service-kit/responses/representation'
import { productNotFound, type ProductStore } from './product-store.ts'
import { productContent } from './product-version.ts'

const ANSWERS_MAX = 2000

export type GetProductDeps = { products: ProductStore; https: boolean }

type Kept = { revision: string; content: string; answer: Representation }

/** One product as it goes out, its stock as it is now. After a change of any product each is looked at once more. */
export function createProductAnswers({ products, https }: GetProductDeps) {
  const recent = createRecent<Kept>({ max: ANSWERS_MAX })

  async function getProduct(id: string): Promise<Representation> {
    const revision = await products.revision()
    const kept = recent.get(id)
    if (kept?.revision === revision) return kept.answer

    const record = await products.find(id)
    if (!record) throw productNotFound()
    const content = productContent(record)
    if (kept?.content === content) {
      kept.revision = revision
      return kept.answer
    }

    const answer = representWhenAsked({
      content,
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
    })
    recent.set(id, { revision, content, answer })
    return answer
  }
  function atHand(id: string): Representation | undefined {
    const kept = recent.get(id)
    return kept && kept.revision === products.revision() ? kept.answer : undefined
  }

  return { getProduct, atHand }
}
