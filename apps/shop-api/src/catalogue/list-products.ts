import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { represent, type Representation } from '@nashta/service-kit/responses/representation'
import { isFresh, keepAnswer, type KeptAnswer } from './kept-answer.ts'
import type { LiveCatalogue } from './live-catalogue.ts'

export type ListProductsDeps = { catalogue: LiveCatalogue; https: boolean; now: () => Date }

/**
 * The whole list as it goes out. It is asked for far more often than the catalogue changes, so it is
 * written and compressed once per change; one at a time, as a long one is heavy.
 */
export function createProductList({ catalogue, https, now }: ListProductsDeps) {
  const time = () => now().getTime()
  let kept: KeptAnswer | undefined

  async function listProducts(): Promise<Representation> {
    const { table, stamp } = await catalogue.current()
    if (kept && isFresh(kept, stamp, time)) return kept.answer
    if (kept && kept.writtenAt === undefined) {
      await kept.answer.catch(() => {})
      return listProducts()
    }

    const write = () => {
      const { json } = table.columns
      const items = Array.from(table.order('relevance').slots, (slot) => json[slot])
      return represent({
        content: `{"data":[${items.join(',')}]}`,
        contentType: 'application/json; charset=utf-8',
        headers: dataHeaders({ https }),
      })
    }
    const latest = keepAnswer(stamp, write, time)
    kept = latest
    latest.answer.catch(() => {
      if (kept === latest) kept = undefined
    })
    return latest.answer
  }

  function atHand(): Representation | undefined {
    const snapshot = kept?.atHand && catalogue.atHand()
    return snapshot && kept && isFresh(kept, snapshot.stamp, time) ? kept.atHand : undefined
  }

  return { listProducts, atHand }
}
