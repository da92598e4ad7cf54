import { useEffect } from 'react'
import { fetchShop } from '../../data/fetch-shop.ts'

/** A visit that is shorter than this does not count as a view. */
const VIEW_MS = 2000

/** Records a view. Failures are ignored: views only improve the recommendations for the shopper. */
export function useRecordView(userId: string | undefined, productId: string) {
  useEffect(() => {
    if (!userId) return undefined
    const timer = setTimeout(() => {
      import('@nashta/contracts/catalogue/view')
        .then(({ recordView }) => fetchShop(recordView, { params: { userId }, body: { productId } }))
        .catch(() => {})
    }, VIEW_MS)
    return () => clearTimeout(timer)
  }, [userId, productId])
}
