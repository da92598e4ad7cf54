import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { EMAIL_CONFIRMED } from './account-texts.ts'
import type { Credentials } from './confirm-email.tsx'
import { loadIdentityCalls } from './load-identity-calls.ts'
import { nextPathOf } from './next-path.ts'
import { useAccount, useSession } from './session-provider.tsx'
import { WELCOME } from './sign-up-texts.ts'

/**
 * For the pages where people get in: whoever is in goes on to where they were going. Answers with how to sign
 * in somebody whose account was confirmed this moment.
 */
export function useWelcome() {
  const account = useAccount()
  const { status } = useSession()
  const { search } = useLocation()
  const navigate = useNavigate()
  const message = useRef<string | null>(null)

  useEffect(() => {
    if (status !== 'signed-in') return
    const state = message.current === null ? null : { message: message.current }
    void navigate(nextPathOf(search) ?? '/', { replace: true, state })
  }, [status, search, navigate])

  return async function welcome(credentials: Credentials) {
    message.current = WELCOME
    try {
      const { signIn } = await loadIdentityCalls()
      await signIn(account, credentials)
    } catch {
      // The account is there all the same; only this last step is to be done again.
      await navigate(`/signin${search}`, { replace: true, state: { message: EMAIL_CONFIRMED } })
    }
  }
}
