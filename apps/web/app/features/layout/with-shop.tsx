import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { ShopIdentity } from '../../data/shop/read-shop.ts'

/** The shop's record, which the root route loads once per visit. Null when loading has failed. */
export function useShop(): ShopIdentity | null {
  return useRouteLoaderData<{ shop: ShopIdentity | null }>('root')?.shop ?? null
}

/** Renders the children with the shop's record, or an error message when there is none. */
export function WithShop({ children }: { children: (shop: ShopIdentity) => ReactNode }) {
  const shop = useShop()
  return shop ? children(shop) : <p>The shop's details could not be loaded. Please load this page again.</p>
}
