import type { CurrentUser } from '@nashta/browser/session/session-store'
import { Spinner } from '@nashta/ui/spinner'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { withNextPath } from './next-path.ts'
import { useSession } from './session-provider.tsx'
import { SESSION_ENDED } from './session-texts.ts'

/**
 * Renders its children for signed-in shoppers only. The server never renders them: they appear once
 * the browser has read the session. A guest is sent to the sign-in page, and returns afterwards.
 */
export function RequireSignedIn({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const wasSignedInOnPage = useRef(false)

  useEffect(() => {
    if (session.status === 'signed-in') wasSignedInOnPage.current = true
    if (session.status !== 'signed-out') return
    // The reason stays 'signed-out-here' on later pages, so the reason alone is not enough.
    const hasSignedOutOnPage = session.reason === 'signed-out-here' && wasSignedInOnPage.current
    // The code that signs the shopper out also navigates to the home page.
    if (hasSignedOutOnPage) return
    const state = session.reason === 'ended' ? { message: SESSION_ENDED } : null
    void navigate(withNextPath('/signin', pathname + search), { replace: true, state })
  }, [session, pathname, search, navigate])

  if (session.status !== 'signed-in') return <Loading />
  return children(session.user)
}

function Loading() {
  return (
    <div className="grid min-h-80 place-items-center">
      <Spinner label="One moment..." />
      <noscript>Please switch JavaScript on to see what is yours.</noscript>
    </div>
  )
}
