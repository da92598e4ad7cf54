import type { Shop } from '@nashta/contracts/shop/shop'
import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'

/** The shop's record, which the root route loads once for a visit; null when it could not be loaded. */
export function useShop(): Shop | null {
  return useRouteLoaderData<{ shop: Shop | null }>('root')?.shop ?? null
}

/** Renders what needs the shop's record, or a sentence about its absence. */
export function WithShop({ children }: { children: (shop: Shop) => ReactNode }) {
  const shop = useShop()
  return shop ? children(shop) : <p>The shop's details could not be loaded. Please load this page again.</p>
}
