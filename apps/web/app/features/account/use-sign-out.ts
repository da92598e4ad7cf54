import { useNavigate } from 'react-router'
import { dropAllDrafts } from '../../data/form-drafts.ts'
import { useAccount } from './session-provider.tsx'
import { signOut } from './sign-out.ts'

/** Signed out here at once, whatever the store says to it, and home. */
export function useSignOut() {
  const account = useAccount()
  const navigate = useNavigate()

  return async function leave() {
    const told = signOut(account)
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
