import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import { getTicket } from '@nashta/contracts/tickets/ticket'
import { data, isRouteErrorResponse } from 'react-router'
import { TicketStatus } from '../../features/grievance/ticket-status.tsx'
import { MessagePage } from '../../features/layout/message-page.tsx'
import { TextPage } from '../../features/layout/text-page.tsx'
import { fetchShopContext } from '../../server/contexts.server.ts'
import { staticMeta } from '../../server/page-meta.ts'
import type { Route } from './+types/grievance-ticket'

const LEAD = 'What you told us, and what we have done about it.'

/** The page is not cached, because only the holder of the link may see it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    const { data: ticket } = await context.get(fetchShopContext)(getTicket, { params })
    return data({ ticket }, { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    throw data(null, { status: isFinalRefusal(error) ? 404 : 503 })
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export const meta = staticMeta({
  title: 'Your complaint',
  description: LEAD,
  // Not used, because the page is not indexed.
  path: '/grievance',
  noindex: true,
})

export default function GrievanceTicketRoute({ loaderData: { ticket } }: Route.ComponentProps) {
  return (
    <TextPage title="Your complaint" lead={LEAD}>
      <TicketStatus ticket={ticket} />
    </TextPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return isMissing ? (
    <MessagePage
      title="Complaint not found"
      text="This link does not work. Please check that it is complete."
    />
  ) : (
    <MessagePage title="Something went wrong" text="Your complaint is safe. Please try again in a moment." />
  )
}
