import { useRouteLoaderData } from 'react-router'
import type { DeliverySummary } from '../texts/delivery.ts'

/** What pages say about delivery, which the root route loads; null when it could not be loaded. */
export function useDeliverySummary(): DeliverySummary | null {
  return useRouteLoaderData<{ delivery: DeliverySummary | null }>('root')?.delivery ?? null
}
