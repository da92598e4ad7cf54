import type { CurrentUser } from '@nashta/browser/user'
import { Spinner } from '@nashta/ui/spinner'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SESSION_ENDED } from './account-texts.ts'
import { wayIn } from './next-path.ts'
import { useSession } from './session-provider.tsx'

/**
 * What only its owner may see. The server's page has none of it: it is drawn when the browser has found out who
 * is there. Everybody else goes to sign in, and comes back.
 */
export function RequireSignedIn({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const wasIn = useRef(false)

  useEffect(() => {
    if (session.status === 'signed-in') wasIn.current = true
    if (session.status !== 'signed-out') return
    // Whoever signs out on this page is already on the way home.
    if (session.why === 'left' && wasIn.current) return
    const state = session.why === 'ended' ? { message: SESSION_ENDED } : null
    void navigate(wayIn('/signin', pathname + search), { replace: true, state })
  }, [session, pathname, search, navigate])

  if (session.status !== 'signed-in') return <Waiting />
  return children(session.user)
}

function Waiting() {
  return (
    <div className="grid min-h-80 place-items-center">
      <Spinner label="One moment..." />
      <noscript>Please switch JavaScript on to see what is yours.</noscript>
    </div>
  )
}
