import { type ShopError, storeMessageOf } from '@nashta/contracts/api/shop-error'
import type { CartItem } from '@nashta/contracts/cart/cart'
import type { Pincode } from '@nashta/contracts/delivery/pincode'
import { paiseToRupees } from '@nashta/contracts/money'
import { type OrderDetails, writtenDetails } from '@nashta/contracts/orders/order-details'
import type { PaymentChoice } from '@nashta/contracts/orders/payment-details'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type CartPrice, priceCartNow } from '../../data/shop/price-cart.ts'
import type { KnownPriceTerms } from '../../data/shop/price-terms.ts'
import { cartFingerprint } from './checkout-attempts.ts'
import { deleteCheckoutDrafts } from './checkout-drafts.ts'
import { PAYMENT_FAILED } from './checkout-texts.ts'
import { explainRefusal, type LineProblem, type Quote, withQuote, withQuotedSums } from './order-refusal.ts'
import { type OrderOutcome, placeOrder, type PlaceOrderDeps, recoverOrder } from './place-order.ts'

/** The payment step has its own entry in the browser's history, after that of the shipping step. */
type CheckoutStep = 'shipping' | 'payment'

/**
 * 'processing': the store's response is awaited.
 * 'checking': the response was lost, so the order list is polled.
 */
export type PendingOrder = 'processing' | 'checking'

const PAYMENT_ENTRY = { checkoutStep: 'payment' }

/** Why the order was not placed, with the cart lines that were refused. */
export type PaymentProblem = { message: string; lineProblems: readonly LineProblem[] }

export type CheckoutDeps = Omit<PlaceOrderDeps, 'hasLeft' | 'onPollStart'> & {
  userId: string
  lines: readonly CartItem[]
  /** Null while the shipping form is not complete. */
  address: ShippingAddress | null
  /** What the shopper adds to the order, as typed. */
  details: OrderDetails
  /** The terms of delivery to the address; null while they are not known. */
  delivery: Pincode['delivery'] | null
  /** The shopper's offer code, and what else the price depends on. */
  priceTerms: KnownPriceTerms
  /** Called when the order is placed: its code is used. */
  onOrdered: () => void
  /** Called when a refusal shows that the cart or the ways to pay on this page are out of date. */
  refresh: () => void
  onPlaced: (order: Purchase) => void
  onSignInNeeded: () => void
}

/** The steps of the checkout: the address, the payment, the order and its outcome. */
export function useCheckout(deps: CheckoutDeps) {
  const { userId, lines, address, details, delivery, attempts, priceTerms } = deps
  const navigate = useNavigate()
  const { key: entryKey, state: entry } = useLocation()
  const [pending, setPending] = useState<PendingOrder | null>(() =>
    attempts.findWithUnknownOutcome(userId) ? 'checking' : null,
  )
  const [problem, setProblem] = useState<PaymentProblem | null>(null)
  /** The store's prices, fee and discounts, which came with its last refusal of an order. */
  const [lastQuote, setQuote] = useState<{ quote: Quote; place: string } | null>(null)
  const isBusy = useRef(false)
  const hasLeft = useRef(false)

  const isAtPayment = entry?.checkoutStep === PAYMENT_ENTRY.checkoutStep
  const step: CheckoutStep = isAtPayment && address ? 'payment' : 'shipping'
  // A problem belongs to the step on which it came up.
  useEffect(() => setProblem(null), [entryKey])

  // A quote is for one pincode, state and code.
  const place = address ? `${address.pincode} ${address.state} ${priceTerms.code}` : ''
  const quote = lastQuote?.place === place ? lastQuote.quote : null
  /** The lines as the page shows them, at the prices of the quote. */
  const pricedLines = withQuote(lines, quote)
  const computed = priceCartNow(pricedLines, priceTerms, { delivery, buyer: address })
  const totals: CartPrice = withQuotedSums(computed, lines, quote)
  const orderDeps = {
    ...deps,
    hasLeft: () => hasLeft.current,
    onPollStart: () => setPending('checking'),
  }

  useEffect(() => {
    // In development, strict mode runs this effect again after its cleanup.
    hasLeft.current = false
    const attempt = attempts.findWithUnknownOutcome(userId)
    if (attempt) void outcomeOf(recoverOrder(orderDeps, attempt)).then(showOutcome)
    return () => {
      hasLeft.current = true
    }
    // The effect must run when the page opens, and not when a dependency changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  async function openPayment() {
    // The attempt is stored before the payment step opens. A tab that is duplicated on that step
    // copies the attempt, so both tabs send the same idempotency key.
    attempts.continueOrStart(userId, cartFingerprint(pricedLines))
    await navigate('.', { state: PAYMENT_ENTRY })
  }

  async function pay(paymentDetails: PaymentChoice) {
    // A double click calls this function twice before React renders.
    if (isBusy.current || !address) return
    isBusy.current = true
    setProblem(null)
    setPending('processing')
    const attempt = attempts.continueOrStart(userId, cartFingerprint(pricedLines))
    const totalAmount = paiseToRupees(totals.total)
    const written = writtenDetails(details)
    const request = {
      items: pricedLines,
      totalAmount,
      paymentDetails,
      shippingAddress: address,
      ...(priceTerms.code !== '' && { offerCode: priceTerms.code }),
      ...(Object.keys(written).length > 0 && { details: written }),
    }
    try {
      showOutcome(await outcomeOf(placeOrder(orderDeps, attempt, request)))
    } finally {
      isBusy.current = false
    }
  }

  function showOutcome(outcome: OrderOutcome) {
    switch (outcome.kind) {
      case 'placed':
        deleteCheckoutDrafts(userId)
        deps.onOrdered()
        if (!hasLeft.current) deps.onPlaced(outcome.order)
        break
      case 'refused':
        // `hasLeft` is not checked for an ended session, because its end unmounts the page.
        if (outcome.error.code === 'UNAUTHENTICATED') deps.onSignInNeeded()
        else if (!hasLeft.current) showRefusal(outcome.error)
        break
      case 'not-placed':
        if (!hasLeft.current) showProblem({ message: PAYMENT_FAILED, lineProblems: [] })
        break
      case 'left':
        break
    }
  }

  function showRefusal(error: ShopError) {
    const { quote: newQuote, lineProblems } = explainRefusal(error, lines, quote)
    if (newQuote) setQuote({ quote: newQuote, place })
    const isPageOutOfDate = error.status === 409
    if (isPageOutOfDate) deps.refresh()
    showProblem({ message: storeMessageOf(error, PAYMENT_FAILED), lineProblems })
  }

  function showProblem(newProblem: PaymentProblem) {
    setProblem(newProblem)
    setPending(null)
  }

  return {
    step,
    pending,
    problem,
    lines: pricedLines,
    totals,
    openPayment,
    pay,
    back: () => void navigate(-1),
  }
}

/**
 * An unexpected failure counts as 'not-placed', so that the shopper can try again. The attempt
 * keeps its key, so nothing is ordered twice.
 */
async function outcomeOf(placing: Promise<OrderOutcome>): Promise<OrderOutcome> {
  try {
    return await placing
  } catch {
    return { kind: 'not-placed' }
  }
}
