import type { Announcement } from '@nashta/contracts/storefront/home-rules'
import { useRouteLoaderData } from 'react-router'

type RootData = { announcement?: Announcement | undefined; hasOwnHome: boolean }

/** The operator's line above every page, from the root route's loader. */
export function useAnnouncement(): Announcement | undefined {
  return useRouteLoaderData<RootData>('root')?.announcement
}

/** Whether the shop has published a home page of its own. */
export function useHasOwnHome(): boolean {
  return useRouteLoaderData<RootData>('root')?.hasOwnHome ?? false
}
