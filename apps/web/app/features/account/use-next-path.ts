import { useLocation } from 'react-router'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { nextPathOf } from './next-path.ts'

/** Where the shopper wants to be once signed in. The server's page is the same for all who come, wherever from. */
export function useNextPath(): string | null {
  const { search } = useLocation()
  return useHydrated() ? nextPathOf(search) : null
}
