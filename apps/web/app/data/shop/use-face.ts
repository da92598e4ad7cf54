import { useRouteLoaderData } from 'react-router'
import type { Face } from '../../texts/face.ts'

/** How the shop looks, from the root route's loader; null when the shop's record could not be loaded. */
export function useFace(): Face | null {
  return useRouteLoaderData<{ face: Face | null }>('root')?.face ?? null
}

/** The shop's name within a sentence. */
export function useShopName(): string {
  return useFace()?.name ?? 'our shop'
}
