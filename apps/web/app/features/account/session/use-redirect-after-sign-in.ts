import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { EMAIL_CONFIRMED, WELCOME } from '../account-texts.ts'
import { loadIdentityCalls } from './account-client.ts'
import type { Credentials } from './identity-calls.ts'
import { nextPathOf } from './next-path.ts'
import { useAccountClient, useSession } from './session-provider.tsx'

/**
 * For the sign-in and sign-up pages: sends a signed-in shopper to the next path.
 * `signInAfterConfirmation` signs in a shopper whose account was just confirmed.
 */
export function useRedirectAfterSignIn() {
  const accountClient = useAccountClient()
  const { status } = useSession()
  const { search } = useLocation()
  const navigate = useNavigate()
  const redirectMessage = useRef<string | null>(null)

  useEffect(() => {
    if (status !== 'signed-in') return
    const state = redirectMessage.current === null ? null : { message: redirectMessage.current }
    void navigate(nextPathOf(search) ?? '/', { replace: true, state })
  }, [status, search, navigate])

  async function signInAfterConfirmation(credentials: Credentials) {
    // The effect above shows this message after the sign-in.
    redirectMessage.current = WELCOME
    try {
      const { signIn } = await loadIdentityCalls()
      await signIn(accountClient, credentials)
    } catch {
      // The account is confirmed: the shopper only has to sign in.
      await navigate(`/signin${search}`, { replace: true, state: { message: EMAIL_CONFIRMED } })
    }
  }
  return { signInAfterConfirmation }
}
