import { useEffect } from 'react'
import { saveViewed } from './viewed-snacks.ts'

/** A visit that is shorter than this does not count as a view. */
const VIEW_MS = 2000

/**
 * Records a view: in this browser for every visitor, and for a shopper in the store. Failures are ignored: views only
 * improve the recommendations.
 */
export function useRecordView(userId: string | undefined, productId: string) {
  useEffect(() => saveViewed(productId), [productId])
  useEffect(() => {
    if (!userId) return undefined
    const timer = setTimeout(() => {
      const call = [
        import('../../../data/calls/fetch-shop.ts'),
        import('@nashta/contracts/catalogue/view'),
      ] as const
      Promise.all(call)
        .then(([{ fetchShop }, { recordView }]) =>
          fetchShop(recordView, { params: { userId }, body: { productId } }),
        )
        .catch(() => {})
    }, VIEW_MS)
    return () => clearTimeout(timer)
  }, [userId, productId])
}
