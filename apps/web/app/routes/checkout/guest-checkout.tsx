import { emailField } from '@nashta/contracts/account/account-fields'
import { isShopError } from '@nashta/contracts/api/shop-error'
import type { CartItem } from '@nashta/contracts/cart/cart'
import { findGuestOrder, type PlacedGuestOrder, placeGuestOrder } from '@nashta/contracts/orders/guest-order'
import { orderLinkPath } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { TextField } from '@nashta/ui/field'
import { Spinner } from '@nashta/ui/spinner'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { fetchShop } from '../../data/calls/fetch-shop.ts'
import { useReachable } from '../../data/calls/use-online.ts'
import { fetchPincode } from '../../data/shop/fetch-pincode.ts'
import { knownDelivery, setKnownPincode } from '../../data/shop/known-delivery.ts'
import { priceTerms, usePriceTerms } from '../../data/shop/price-terms.ts'
import { readDraft, saveDraft } from '../../data/storage/form-drafts.ts'
import { withNextPath } from '../../features/account/session/next-path.ts'
import { useCart, useCartAccess } from '../../features/cart/cart-provider.tsx'
import { CodeField } from '../../features/cart/code-field.tsx'
import { EditCartButton } from '../../features/cart/edit-cart-button.tsx'
import type { CartEngine } from '../../features/cart/engine/cart-engine.ts'
import { checkoutAttempts } from '../../features/checkout/checkout-attempts.ts'
import { checkoutDraft } from '../../features/checkout/checkout-drafts.ts'
import { Checkout } from '../../features/checkout/checkout.tsx'
import { paymentOfferQuery } from '../../features/checkout/offered-methods.ts'
import type { OrderRequest } from '../../features/checkout/place-order.ts'
import type { ShippingFormProps } from '../../features/checkout/shipping-form.tsx'
import { postPaymentForm } from '../../features/orders/payment/post-payment-form.ts'

/** Used as the user id of the guest in the stored attempt and the drafts. */
const GUEST = 'guest'
const CONTACT_DRAFT = checkoutDraft(GUEST, 'contact')

/** The checkout without an account, which asks for an e-mail address too. */
export function GuestCheckout() {
  const cart = useCart()
  const { engine, loadEngine } = useCartAccess()
  useEffect(() => void loadEngine(), [loadEngine])
  if (engine && cart.owner === 'guest') return <GuestCartCheckout lines={cart.items} engine={engine} />
  return (
    <div className="grid min-h-80 place-items-center">
      <Spinner label="Loading your cart..." />
    </div>
  )
}

function GuestCartCheckout({ lines, engine }: { lines: readonly CartItem[]; engine: CartEngine }) {
  const navigate = useNavigate()
  const { data: offer, error: offerError, refetch: refetchOffer } = useQuery(paymentOfferQuery)
  const terms = usePriceTerms({ owner: 'guest', items: lines }, true)
  const { email, contact } = useContact()
  /** The token in the link to the placed order. It is set before `onPlaced` is called. */
  const orderToken = useRef('')

  /**
   * Stores the order's token, and removes the ordered items from the cart. The cart stores the
   * order's id, so a repeated response does not remove items again.
   */
  async function recordPlacedOrder({ data }: { data: PlacedGuestOrder }): Promise<Purchase> {
    orderToken.current = data.token
    await engine.removeOrdered(data.order)
    return data.order
  }

  async function postOrder(request: OrderRequest, idempotencyKey: string) {
    const body = { ...request, email }
    return recordPlacedOrder(await fetchShop(placeGuestOrder, { body, idempotencyKey }))
  }

  /**
   * Fetches the order of the attempt whose outcome is unknown, and records the order as placed.
   * Returns null if no attempt has an unknown outcome, or if the shop has no order of the attempt.
   */
  async function fetchOrderOfAttempt(): Promise<Purchase | null> {
    const attempt = checkoutAttempts.findWithUnknownOutcome(GUEST)
    if (!attempt) return null
    try {
      const found = await fetchShop(findGuestOrder, { body: {}, idempotencyKey: attempt.key })
      return await recordPlacedOrder(found)
    } catch (error) {
      if (isShopError(error) && error.status === 404) return null
      throw error
    }
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
  async function onPlaced({ payment }: Purchase) {
    const token = orderToken.current
    if (payment?.state !== 'waiting') {
      // The token is a secret, so it is not in the URL of the success page. Only the order's page
      // may have it in the URL, because that page has the headers `no-referrer` and `no-store`.
      await navigate('/order-success', { replace: true, state: { orderToken: token } })
      return
    }
    await navigate(orderLinkPath(token), { replace: true })
    if (payment.form) postPaymentForm(payment.form)
  }

  return (
    <Checkout
      userId={GUEST}
      fullName=""
      lines={lines}
      lastAddress={null}
      contact={contact}
      knownPincode={knownDelivery.readExistingPincode()}
      onPincode={setKnownPincode}
      fetchPincode={fetchPincode}
      isReachable={useReachable()}
      offer={offer}
      retryOffer={offerError ? () => void refetchOffer() : null}
      attempts={checkoutAttempts}
      postOrder={postOrder}
      // Of a guest, only the order of this attempt can be fetched.
      fetchNewestOrder={fetchOrderOfAttempt}
      wait={wait}
      changeLine={changeLine}
      editCartButton={<EditCartButton />}
      CodeField={CodeField}
      priceTerms={terms}
      onOrdered={() => void priceTerms.chooseCode('')}
      refresh={() => {
        void priceTerms.refresh()
        void refetchOffer()
      }}
      onPlaced={(order) => void onPlaced(order)}
      onSignInNeeded={() => void navigate(withNextPath('/signin', '/checkout'), { replace: true })}
    />
  )
}

/** The e-mail address of a guest. The shipping form checks it together with its own fields. */
function useContact() {
  const [email, setEmail] = useState(() => readDraft(CONTACT_DRAFT)?.['email'] ?? '')
  function change(text: string) {
    setEmail(text)
    saveDraft(CONTACT_DRAFT, { email: text })
  }
  const renderField: NonNullable<ShippingFormProps['contact']>['renderField'] = (field) => (
    <div className="space-y-3">
      <p className="text-ink-soft">
        Have an account?{' '}
        <Link
          to={withNextPath('/signin', '/checkout')}
          className="font-semibold text-ink underline underline-offset-4"
        >
          Sign in
        </Link>
      </p>
      <TextField
        {...field}
        label="Email *"
        type="email"
        autoComplete="email"
        required
        value={email}
        hint="For the confirmation, and a link to your order"
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  )
  return { email: emailField.safeParse(email).data ?? '', contact: { email, renderField } }
}

function wait(ms: number) {
  return new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
}
