import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { MessagePage } from '../features/layout/message-page.tsx'
import { titleOf } from '../server/page-meta.ts'
import type { Route } from './+types/offline'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('No connection', matches[0].loaderData?.face) },
  { name: 'robots', content: 'noindex' },
]

/**
 * Without a network, the service worker redirects a navigation to this page, with the requested path
 * after the `#`. The router then opens that path from what is saved in the browser.
 */
export default function OfflineRoute() {
  const navigate = useNavigate()

  useEffect(() => {
    const requestedPath = location.hash.slice(1)
    if (isOwnPath(requestedPath)) void navigate(requestedPath, { replace: true })
  }, [navigate])

  return (
    // Starts the scripts of the page at once (apps/web/server/page-scripts.ts).
    <div data-waiting="">
      <MessagePage title="No connection" text="We open what is saved on your device." />
    </div>
  )
}

/** “//host” would be an address of another origin. */
function isOwnPath(path: string) {
  return /^\/(?!\/)/.test(path)
}
