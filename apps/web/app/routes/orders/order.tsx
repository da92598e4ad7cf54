import { Container } from '@nashta/ui/layout'
import { useSearchParams } from 'react-router'
import { lazyPart } from '../../data/late/awaited-parts.tsx'
import { RequireSignedIn } from '../../features/account/session/require-signed-in.tsx'
import { useAddToCart } from '../../features/cart/cart-provider.tsx'
import { useShop } from '../../features/layout/with-shop.tsx'
import { OrderPage } from '../../features/orders/order-page.tsx'
import { PushSwitch } from '../../features/push/push-switch.tsx'
import { staticMeta } from '../../server/page-meta.ts'
import type { Route } from './+types/order'

export const meta = staticMeta({
  title: 'Your order',
  description: 'One order, with its payment, delivery and receipt.',
  // Not used, because the page is not indexed.
  path: '/purchase-history',
  noindex: true,
})

// Few orders have something left to pay, so this code is loaded on first use.
const PayRestForm = lazyPart(() => import('../../features/checkout/pay-rest-form.tsx'), <p>Loading...</p>)

export default function OrderRoute({ params: { orderId } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const addToCart = useAddToCart()
  const shop = useShop()
  return (
    <Container>
      <RequireSignedIn>
        {({ sub }) => (
          <OrderPage
            key={orderId}
            access={{ userId: sub, orderId }}
            providerResult={search.get('payment')}
            shop={shop}
            addToCart={addToCart}
            PayForm={PayRestForm}
            push={<PushSwitch access={{ userId: sub }} />}
          />
        )}
      </RequireSignedIn>
    </Container>
  )
}
