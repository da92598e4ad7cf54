import type { CurrentUser } from '@nashta/browser/session/session-store'
import type { CartItem } from '@nashta/contracts/cart/cart'
import { orderPath } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { Container } from '@nashta/ui/layout'
import { Spinner } from '@nashta/ui/spinner'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { fetchShop } from '../../data/calls/fetch-shop.ts'
import { useReachable } from '../../data/calls/use-online.ts'
import { fetchPincode } from '../../data/shop/fetch-pincode.ts'
import { knownDelivery, setKnownPincode } from '../../data/shop/known-delivery.ts'
import { priceTerms, usePriceTerms } from '../../data/shop/price-terms.ts'
import { useGuestCheckout } from '../../data/shop/use-guest-checkout.ts'
import { useClosedText } from '../../data/shop/use-payment-summary.ts'
import { addressBookQuery, saveAddress } from '../../data/storage/address-book.ts'
import { withNextPath } from '../../features/account/session/next-path.ts'
import { RequireSignedIn } from '../../features/account/session/require-signed-in.tsx'
import { useAccountClient, useSession } from '../../features/account/session/session-provider.tsx'
import { useCart, useCartEngine } from '../../features/cart/cart-provider.tsx'
import { CodeField } from '../../features/cart/code-field.tsx'
import { EditCartButton } from '../../features/cart/edit-cart-button.tsx'
import type { CartEngine } from '../../features/cart/engine/cart-engine.ts'
import { checkoutAttempts } from '../../features/checkout/checkout-attempts.ts'
import { SIGN_IN_TO_PURCHASE } from '../../features/checkout/checkout-texts.ts'
import { Checkout, NotOpen } from '../../features/checkout/checkout.tsx'
import { paymentOfferQuery } from '../../features/checkout/offered-methods.ts'
import { type OrderRequest, sendOrder } from '../../features/checkout/place-order.ts'
import { CheckoutFooter, CheckoutHeader } from '../../features/layout/checkout-frame.tsx'
import {
  fetchNewestOrder,
  newestOrderQuery,
  orderQuery,
  ordersKey,
} from '../../features/orders/order-queries.ts'
import { postPaymentForm } from '../../features/orders/payment/post-payment-form.ts'
import { staticMeta } from '../../server/page-meta.ts'
import { GuestCheckout } from './guest-checkout.tsx'

/** How long an order waits for the queued cart operations. After that it is sent anyway. */
const CART_SENT_TIMEOUT_MS = 5000

export const meta = staticMeta({
  title: 'Checkout',
  description: 'Where your snacks go, and how you pay for them.',
  path: '/checkout',
  noindex: true,
})

export const handle = { Header: CheckoutHeader, Footer: CheckoutFooter }

export default function CheckoutRoute() {
  const session = useSession()
  // A shopper whose session has ended signs in again, and does not order as a guest.
  const isGuest = session.status === 'signed-out' && session.reason !== 'ended'
  const closedText = useClosedText()
  const mayOrderAsGuest = useGuestCheckout() && isGuest
  return (
    <Container>
      {closedText !== null ? (
        <NotOpen text={closedText} />
      ) : mayOrderAsGuest ? (
        <GuestCheckout />
      ) : (
        <RequireSignedIn>{(user) => <CheckoutPage key={user.sub} user={user} />}</RequireSignedIn>
      )}
    </Container>
  )
}

function CheckoutPage({ user }: { user: CurrentUser }) {
  const cart = useCart()
  const engine = useCartEngine()
  // While the cart is loading, the checkout may already begin with the items in browser storage.
  const isCartKnown = cart.owner === 'shopper' && (!cart.loading || cart.items.length > 0)
  if (isCartKnown && engine) return <CartCheckout user={user} lines={cart.items} engine={engine} />
  return (
    <div className="grid min-h-80 place-items-center">
      <Spinner label="Loading your cart..." />
    </div>
  )
}

type CartCheckoutProps = { user: CurrentUser; lines: readonly CartItem[]; engine: CartEngine }

function CartCheckout({ user, lines, engine }: CartCheckoutProps) {
  const { sub, firstName, lastName } = user
  const navigate = useNavigate()
  const client = useQueryClient()
  const newestOrder = useQuery(newestOrderQuery(sub))
  const addressBook = useQuery(addressBookQuery(sub))
  const savedAddresses = addressBook.data
  const lastAddress = newestOrder.data?.shippingAddress ?? null
  // A form without an address to start from gets the phone number of the profile.
  const hasNoAddress = savedAddresses?.length === 0 && newestOrder.isSuccess && lastAddress === null
  const accountClient = useAccountClient()
  const { data: profile } = useQuery({
    queryKey: ['profile', sub],
    enabled: hasNoAddress,
    queryFn: async () => (await import('../../features/account/profile.ts')).fetchOwnProfile(accountClient),
    gcTime: 0,
  })
  const { data: offer, error: offerError, refetch: refetchOffer } = useQuery(paymentOfferQuery)
  const terms = usePriceTerms({ owner: 'shopper', items: lines }, true)

  /** A failure is ignored: it must not keep the shopper from paying. */
  async function saveToBook(address: ShippingAddress) {
    const book = await saveAddress(sub, null, address).catch(() => null)
    if (book) client.setQueryData(addressBookQuery(sub).queryKey, book)
  }

  async function postOrder(request: OrderRequest, idempotencyKey: string) {
    // The order removes its items from the shopper's cart in the store. A queued add that reached
    // the store after the order would put an ordered item back into the cart.
    await engine.whenSent(CART_SENT_TIMEOUT_MS)
    return sendOrder(fetchShop, sub, request, idempotencyKey)
  }

  /** Removes the line and adds it again, because no cart operation sets a quantity. */
  function changeLine(productId: string, quantity: number) {
    const line = lines.find((candidate) => candidate.productId === productId)
    engine.remove(productId)
    if (line && quantity > 0) engine.add({ ...line, products_id: productId }, quantity)
  }

  /**
   * Opens the next page:
   * - for an order that waits for its payment, the order's page and then, if there is a payment
   *   form, the provider's page
   * - for any other order, the success page
   */
  async function onPlaced(order: Purchase) {
    const { purchaseId, payment } = order
    engine.refresh()
    void client.invalidateQueries({ queryKey: ordersKey(sub) })
    client.setQueryData(orderQuery({ userId: sub, orderId: purchaseId }).queryKey, order)
    if (payment?.state !== 'waiting') {
      await navigate(`/order-success?order=${encodeURIComponent(purchaseId)}`, { replace: true })
      return
    }
    await navigate(orderPath(purchaseId), { replace: true })
    if (payment.form) postPaymentForm(payment.form)
  }

  return (
    <Checkout
      userId={sub}
      fullName={`${firstName} ${lastName}`.trim()}
      lines={lines}
      phoneNumber={profile?.phoneNumber ?? ''}
      lastAddress={lastAddress}
      savedAddresses={savedAddresses}
      isBookLoading={isFirstTry(addressBook) || isFirstTry(newestOrder)}
      onSaveAddress={(address) => void saveToBook(address)}
      knownPincode={knownDelivery.readExistingPincode()}
      onPincode={setKnownPincode}
      fetchPincode={fetchPincode}
      isReachable={useReachable()}
      offer={offer}
      retryOffer={offerError ? () => void refetchOffer() : null}
      attempts={checkoutAttempts}
      postOrder={postOrder}
      fetchNewestOrder={() => fetchNewestOrder(sub)}
      wait={wait}
      changeLine={changeLine}
      editCartButton={<EditCartButton />}
      CodeField={CodeField}
      priceTerms={terms}
      onOrdered={() => void priceTerms.chooseCode('')}
      refresh={() => {
        engine.refresh()
        void priceTerms.refresh()
        void refetchOffer()
      }}
      onPlaced={(order) => void onPlaced(order)}
      onSignInNeeded={() =>
        void navigate(withNextPath('/signin', '/checkout'), {
          replace: true,
          state: { message: SIGN_IN_TO_PURCHASE },
        })
      }
    />
  )
}

/** Whether a query runs for the first time. The address form does not wait for its further tries. */
function isFirstTry({ isLoading, failureCount }: Pick<UseQueryResult, 'isLoading' | 'failureCount'>) {
  return isLoading && failureCount === 0
}

function wait(ms: number) {
  return new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
}
