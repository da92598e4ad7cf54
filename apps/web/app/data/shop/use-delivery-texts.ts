import { useRouteLoaderData } from 'react-router'
import type { DeliveryTexts } from '../../texts/delivery.ts'

/**
 * The texts about delivery, from the root route's loader; null when they could not be loaded, or when
 * the shop delivers nowhere.
 */
export function useDeliveryTexts(): DeliveryTexts | null {
  return useRouteLoaderData<{ delivery: DeliveryTexts | null }>('root')?.delivery ?? null
}
