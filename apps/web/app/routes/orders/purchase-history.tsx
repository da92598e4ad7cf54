import { Container } from '@nashta/ui/layout'
import { RequireSignedIn } from '../../features/account/session/require-signed-in.tsx'
import { useAddToCart } from '../../features/cart/cart-provider.tsx'
import { PurchaseHistory } from '../../features/orders/purchase-history.tsx'
import { staticMeta } from '../../server/page-meta.ts'

export const meta = staticMeta({
  title: 'Purchase History',
  description: 'Your past orders, and where they are now.',
  path: '/purchase-history',
  noindex: true,
})

export default function PurchaseHistoryRoute() {
  const addToCart = useAddToCart()
  return (
    <Container>
      <RequireSignedIn>{({ sub }) => <PurchaseHistory userId={sub} addToCart={addToCart} />}</RequireSignedIn>
    </Container>
  )
}
