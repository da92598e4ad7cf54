import { useHydrated } from '@nashta/ui/use-hydrated'
import { useLocation } from 'react-router'
import { nextPathOf } from './next-path.ts'

/** Where the shopper wants to be once signed in. The server's page is the same for all who come, wherever from. */
export function useNextPath(): string | null {
  const { search } = useLocation()
  return useHydrated() ? nextPathOf(search) : null
}
