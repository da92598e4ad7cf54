import { Container } from '@nashta/ui/layout'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPart } from '../../data/late/awaited-parts.tsx'
import { useUser } from '../../features/account/session/session-provider.tsx'
import { useAddToCart, useCartAccess } from '../../features/cart/cart-provider.tsx'
import { useShop } from '../../features/layout/with-shop.tsx'
import { ClaimOrder } from '../../features/orders/claim-order.tsx'
import { OrderPage } from '../../features/orders/order-page.tsx'
import { orderQuery } from '../../features/orders/order-queries.ts'
import { hasEndedUnpaid } from '../../features/orders/order-status.tsx'
import { PushSwitch } from '../../features/push/push-switch.tsx'
import { pageMeta } from '../../server/page-meta.ts'
import type { Route } from './+types/linked-order'

/** Anyone who has this URL can open the order. Other sites and caches must not see the URL. */
export function headers() {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    matches,
    title: 'Your order',
    description: 'One order, with its payment, delivery and receipt.',
    // Not used, because the page is not indexed.
    path: '/',
    noindex: true,
  }),
  // A navigation inside the app has no response headers, so the page needs this tag too.
  { name: 'referrer', content: 'no-referrer' },
]

// Few orders have something left to pay, so this code is loaded on first use.
const PayRestForm = lazyPart(() => import('../../features/checkout/pay-rest-form.tsx'), <p>Loading...</p>)

export default function LinkedOrderRoute({ params: { token } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const addToCart = useAddToCart()
  const shop = useShop()
  const isSignedIn = useUser() !== null
  useReturnedItems(token)
  return (
    <Container>
      <OrderPage
        key={token}
        access={{ token }}
        providerResult={search.get('payment')}
        shop={shop}
        addToCart={addToCart}
        PayForm={PayRestForm}
        push={<PushSwitch access={{ token }} />}
        claim={<ClaimOrder token={token} isSignedIn={isSignedIn} />}
      />
    </Container>
  )
}

/** Puts the items of the order back into the guest's cart in this browser when it has ended unpaid. */
function useReturnedItems(token: string) {
  const { engine } = useCartAccess()
  // The page loads and polls the order. This only reads what it has loaded.
  const { data: order } = useQuery({ ...orderQuery({ token }), enabled: false })
  useEffect(() => {
    if (!engine || !order) return
    const { purchaseId } = order
    void engine.settleOrdered({ purchaseId, hasEndedUnpaid: hasEndedUnpaid(order) })
  }, [engine, order])
}
