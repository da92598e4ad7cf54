import { useEffect } from 'react'
import { fetchShop } from '../../data/fetch-shop.ts'

/** Whoever leaves sooner has not looked. */
const LOOKED_AFTER_MS = 2000

/** Tells the store what a shopper looks at, for their suggestions. Nobody is told if it does not work out. */
export function useRecordView(userId: string | undefined, productId: string) {
  useEffect(() => {
    if (!userId) return undefined
    const timer = setTimeout(() => {
      import('@nashta/contracts/catalogue/view')
        .then(({ recordView }) => fetchShop(recordView, { params: { userId }, body: { productId } }))
        .catch(() => {})
    }, LOOKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [userId, productId])
}
