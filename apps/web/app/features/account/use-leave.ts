import { useNavigate } from 'react-router'
import { dropAllDrafts } from '../../data/form-drafts.ts'
import type { SignOutResult } from './sign-out.ts'

/** Home, now that the session is over here; what the store says to it follows. */
export function useLeave() {
  const navigate = useNavigate()

  return async function leave(told: Promise<SignOutResult>) {
    dropAllDrafts()
    await navigate('/')
    const result = await told
    if (result.ok) return
    // By now the shopper may be on any page; it is said there.
    const { pathname, search } = window.location
    const state = { message: result.message }
    await navigate(pathname + search, { replace: true, preventScrollReset: true, state })
  }
}
