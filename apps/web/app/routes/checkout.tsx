import type { CurrentUser } from '@nashta/browser/session/session-store'
import type { CartItem } from '@nashta/contracts/cart/cart'
import { SIGN_IN_TO_PURCHASE } from '@nashta/contracts/orders/checkout-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { Container } from '@nashta/ui/container'
import { Spinner } from '@nashta/ui/spinner'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { fetchShop } from '../data/fetch-shop.ts'
import { useOnline } from '../data/use-online.ts'
import { withNextPath } from '../features/account/session/next-path.ts'
import { RequireSignedIn } from '../features/account/session/require-signed-in.tsx'
import type { CartEngine } from '../features/cart/engine/cart-engine.ts'
import { useCart, useCartEngine } from '../features/cart/use-cart.ts'
import { keptAttempt } from '../features/checkout/browser-attempt.ts'
import { Checkout } from '../features/checkout/checkout.tsx'
import type { OrderBody } from '../features/checkout/order-body.ts'
import { sendOrder } from '../features/checkout/send-order.ts'
import { whenQuiet } from '../features/checkout/when-quiet.ts'
import { fetchNewestOrder, newestOrderQuery, orderQuery, ordersOf } from '../features/orders/order-queries.ts'
import { pageMeta } from '../server/page-meta.ts'
import type { Route } from './+types/checkout'

/** A cart that cannot be brought up to date by then is bought as it is shown. */
const CART_PATIENCE_MS = 5000

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Checkout | Nashta',
    description: 'Where your snacks go, and how you pay for them.',
    path: '/checkout',
    hidden: true,
  })

export default function CheckoutRoute() {
  return (
    <Container>
      <RequireSignedIn>{(user) => <CartToBuy key={user.sub} user={user} />}</RequireSignedIn>
    </Container>
  )
}

function CartToBuy({ user }: { user: CurrentUser }) {
  const cart = useCart()
  const engine = useCartEngine()
  const isKnown = cart.whose === 'shopper' && !(cart.loading && cart.items.length === 0)
  if (isKnown && engine) return <CheckoutOf user={user} lines={cart.items} engine={engine} />
  return (
    <div className="grid min-h-80 place-items-center">
      <Spinner label="Loading your cart..." />
    </div>
  )
}

type CheckoutOfProps = { user: CurrentUser; lines: readonly CartItem[]; engine: CartEngine }

function CheckoutOf({ user, lines, engine }: CheckoutOfProps) {
  const { sub, firstName, lastName } = user
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: newest } = useQuery(newestOrderQuery(sub))

  async function send(body: OrderBody, key: string) {
    // What is not in the store's cart by now would be left over in it.
    await whenQuiet(engine, wait(CART_PATIENCE_MS))
    return sendOrder(fetchShop, sub, body, key)
  }

  function changeLine(productId: string, quantity: number) {
    const line = lines.find((candidate) => candidate.productId === productId)
    engine.remove(productId)
    if (line && quantity > 0) engine.add({ ...line, products_id: productId }, quantity)
  }

  function onPlaced(purchase: Purchase) {
    engine.refresh()
    void client.invalidateQueries({ queryKey: ordersOf(sub) })
    client.setQueryData(orderQuery(sub, purchase.purchaseId).queryKey, purchase)
    void navigate(`/order-success?order=${encodeURIComponent(purchase.purchaseId)}`, { replace: true })
  }

  return (
    <Checkout
      userId={sub}
      fullName={`${firstName} ${lastName}`.trim()}
      lines={lines}
      lastAddress={newest?.shippingAddress ?? null}
      online={useOnline()}
      attempts={keptAttempt}
      send={send}
      newestOrder={() => fetchNewestOrder(sub)}
      wait={wait}
      changeLine={changeLine}
      refreshCart={() => engine.refresh()}
      onPlaced={onPlaced}
      onSignInNeeded={() =>
        void navigate(withNextPath('/signin', '/checkout'), {
          replace: true,
          state: { message: SIGN_IN_TO_PURCHASE },
        })
      }
    />
  )
}

function wait(ms: number) {
  return new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
}
