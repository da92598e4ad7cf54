import type { ShopError } from '@nashta/contracts/api/shop-error'
import type { CartItem } from '@nashta/contracts/cart/cart'
import { asPaise } from '@nashta/contracts/money'
import { NOT_PLACED } from '@nashta/contracts/orders/checkout-texts'
import type { PaymentDetails } from '@nashta/contracts/orders/payment-details'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { useEffect, useRef, useState } from 'react'
import { explainRefusal, type LineProblem, type Quote, withQuote } from './explain-refusal.ts'
import { forgetAddress } from './kept-address.ts'
import { contentOf, orderBody, orderTotals } from './order-body.ts'
import { placeOrder, type PlaceOrderDeps, recoverOrder } from './place-order.ts'
import type { Outcome } from './settle-order.ts'

export type CheckoutStep = 'shipping' | 'payment' | 'processing' | 'checking'

export type Setback = { message: string; problems: readonly LineProblem[] }

export type CheckoutDeps = Omit<PlaceOrderDeps, 'hasLeft' | 'onUnsure'> & {
  userId: string
  lines: readonly CartItem[]
  /** The store knows better than the cart on this page. */
  refreshCart: () => void
  onPlaced: (purchase: Purchase) => void
  onSignInNeeded: () => void
}

/** Where the shopper stands between a full cart and an order. */
export function useCheckout(deps: CheckoutDeps) {
  const { userId, lines, attempts } = deps
  const [step, setStep] = useState<CheckoutStep>(() => (attempts.unsure(userId) ? 'checking' : 'shipping'))
  const [address, setAddress] = useState<ShippingAddress | null>(null)
  const [setback, setSetback] = useState<Setback | null>(null)
  const [quote, setQuote] = useState<Quote | null>(null)
  const isBusy = useRef(false)
  const hasLeft = useRef(false)

  const priced = withQuote(lines, quote)
  const totals = orderTotals(priced, quote?.shippingFee ?? asPaise(0))
  const placing = { ...deps, hasLeft: () => hasLeft.current, onUnsure: () => setStep('checking') }

  useEffect(() => {
    hasLeft.current = false
    const unsure = attempts.unsure(userId)
    if (unsure) void recoverOrder(placing, unsure).then((outcome) => conclude(outcome, 'shipping'))
    return () => {
      hasLeft.current = true
    }
    // Once, on arrival.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  function openPayment(shippingAddress: ShippingAddress) {
    attempts.open(userId, contentOf(priced))
    setAddress(shippingAddress)
    setSetback(null)
    setStep('payment')
  }

  async function pay(paymentDetails: PaymentDetails) {
    // A second press comes before the first has changed the page.
    if (isBusy.current || !address) return
    isBusy.current = true
    setSetback(null)
    setStep('processing')
    const attempt = attempts.open(userId, contentOf(priced))
    const body = orderBody(priced, totals, { paymentDetails, shippingAddress: address })
    conclude(await placeOrder(placing, attempt, body), 'payment')
    isBusy.current = false
  }

  function conclude(outcome: Outcome, backTo: CheckoutStep) {
    if (outcome.kind === 'placed') forgetAddress()
    // A session that is over takes this page away before the answer is there.
    const isSignedOut = outcome.kind === 'refused' && outcome.error.code === 'UNAUTHENTICATED'
    if (isSignedOut) deps.onSignInNeeded()
    if (isSignedOut || hasLeft.current || outcome.kind === 'unknown') return
    if (outcome.kind === 'placed') deps.onPlaced(outcome.purchase)
    else if (outcome.kind === 'not-placed') fallBack(backTo, { message: NOT_PLACED, problems: [] })
    else showRefusal(outcome.error, backTo)
  }

  function showRefusal(error: ShopError, backTo: CheckoutStep) {
    const explained = explainRefusal(error, priced)
    if (explained.quote) setQuote(explained.quote)
    if (error.status === 409) deps.refreshCart()
    fallBack(backTo, { message: error.message, problems: explained.problems })
  }

  function fallBack(to: CheckoutStep, why: Setback) {
    setSetback(why)
    setStep(to)
  }

  return {
    step,
    setback,
    address,
    lines: priced,
    totals,
    openPayment,
    pay,
    back: () => {
      setSetback(null)
      setStep('shipping')
    },
  }
}
