import { Container } from '@nashta/ui/layout'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { useLocation, useSearchParams } from 'react-router'
import { RequireSignedIn } from '../../features/account/session/require-signed-in.tsx'
import { useUser } from '../../features/account/session/session-provider.tsx'
import { ClaimOrder } from '../../features/orders/claim-order.tsx'
import { OrderSuccess } from '../../features/orders/order-success.tsx'
import { staticMeta } from '../../server/page-meta.ts'

export const meta = staticMeta({
  title: 'Your order',
  description: 'What you have ordered, and when it comes.',
  path: '/order-success',
  noindex: true,
})

export default function OrderSuccessRoute() {
  const [search] = useSearchParams()
  const orderId = search.get('order') || null
  const token = useOrderToken()
  return (
    <Container>
      {token ? (
        <GuestOrderSuccess token={token} />
      ) : (
        <RequireSignedIn>
          {({ sub }) => <OrderSuccess access={orderId === null ? null : { userId: sub, orderId }} />}
        </RequireSignedIn>
      )}
    </Container>
  )
}

/**
 * The token that the guest checkout passes in the state of the navigation. The server does not know
 * this state, so the token is null until hydration.
 */
function useOrderToken(): string | null {
  const { state } = useLocation()
  // After any other navigation the state may be null, which `Object` turns into an empty object.
  const { orderToken }: { orderToken?: unknown } = Object(state)
  return useHydrated() && typeof orderToken === 'string' ? orderToken : null
}

function GuestOrderSuccess({ token }: { token: string }) {
  const isSignedIn = useUser() !== null
  return <OrderSuccess access={{ token }} claim={<ClaimOrder token={token} isSignedIn={isSignedIn} />} />
}
