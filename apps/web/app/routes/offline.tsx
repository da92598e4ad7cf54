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
 * The service worker answers a navigation without a line with this page, and puts the path that was
 * lost behind the `#`. The router then opens that path from what is saved in the browser.
 */
export default function OfflineRoute() {
  const navigate = useNavigate()

  useEffect(() => {
    const lostPath = location.hash.slice(1)
    if (isOwnPath(lostPath)) void navigate(lostPath, { replace: true })
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
