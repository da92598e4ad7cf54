import { useRouteLoaderData } from 'react-router'
import type { DeliveryTexts } from '../texts/delivery.ts'

/** What pages say about delivery, which the root route loads; null when it could not be loaded. */
export function useDeliveryTexts(): DeliveryTexts | null {
  return useRouteLoaderData<{ delivery: DeliveryTexts | null }>('root')?.delivery ?? null
}
