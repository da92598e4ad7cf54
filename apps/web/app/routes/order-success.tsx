import { Container } from '@nashta/ui/layout'
import { useSearchParams } from 'react-router'
import { RequireSignedIn } from '../features/account/session/require-signed-in.tsx'
import { OrderSuccess } from '../features/orders/order-success.tsx'
import { staticMeta } from '../server/page-meta.ts'

export const meta = staticMeta({
  title: 'Your order | Nashta',
  description: 'What you have ordered, and when it comes.',
  path: '/order-success',
  noindex: true,
})

export default function OrderSuccessRoute() {
  const [search] = useSearchParams()
  return (
    <Container>
      <RequireSignedIn>
        {({ sub }) => <OrderSuccess userId={sub} orderId={search.get('order') || null} />}
      </RequireSignedIn>
    </Container>
  )
}
