import { formatRupees } from '@nashta/contracts/money'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { useEffect, useRef, useState } from 'react'
import { EmptyCart } from './empty-cart.tsx'
import { type AddressValues, keepAddress, keptAddress } from './kept-address.ts'
import { OrderReview } from './order-review.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentForm } from './payment-form.tsx'
import { NO_PAYMENT } from './payment-values.ts'
import { ProcessingDialog } from './processing-dialog.tsx'
import { SetbackNotice } from './setback-notice.tsx'
import { ShippingForm } from './shipping-form.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { type CheckoutDeps, type CheckoutStep, useCheckout } from './use-checkout.ts'

export type CheckoutProps = CheckoutDeps & {
  /** The shopper's own, as a start. */
  fullName: string
  lastAddress: ShippingAddress | null
  online: boolean
  changeLine: (productId: string, quantity: number) => void
}

export function Checkout({ fullName, lastAddress, online, changeLine, ...deps }: CheckoutProps) {
  const { userId } = deps
  const { step, setback, address, lines, totals, openPayment, pay, back } = useCheckout(deps)
  const [shipping, setShipping] = useState(() => keptAddress(userId) ?? { ...NO_ADDRESS, fullName })
  const [payment, setPayment] = useState(NO_PAYMENT)
  const stage = useFocusOnChange(step, setback)
  const busy = step === 'processing' || step === 'checking'
  const total = formatRupees(totals.total)

  function changeShipping(values: AddressValues) {
    setShipping(values)
    keepAddress(userId, values)
  }

  return (
    <>
      <ProcessingDialog state={busy ? step : null} />
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="pt-6 pb-24 lg:pt-10 lg:pb-36">
          <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
            <h1 className="font-display text-5xl leading-none font-semibold tracking-tight outline-none lg:text-6xl">
              Checkout
            </h1>
            <StepIndicator current={address && step !== 'shipping' ? 2 : 1} />
          </div>
          <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-12 lg:mt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] xl:gap-x-20">
            <div ref={stage}>
              {setback ? <SetbackNotice setback={setback} lines={lines} onChangeLine={changeLine} /> : null}
              {address && step !== 'shipping' ? (
                <>
                  <StepHeading>Payment</StepHeading>
                  <PaymentForm
                    values={payment}
                    total={total}
                    busy={busy}
                    online={online}
                    onChange={setPayment}
                    onBack={back}
                    onPay={(details) => void pay(details)}
                    review={<OrderReview address={address} totalItems={totals.totalItems} total={total} />}
                  />
                </>
              ) : (
                <>
                  <StepHeading>Shipping Address</StepHeading>
                  <ShippingForm
                    address={shipping}
                    lastAddress={lastAddress}
                    onChange={changeShipping}
                    onContinue={openPayment}
                  />
                </>
              )}
            </div>
            <aside className="lg:sticky lg:top-28">
              <OrderSummary lines={lines} totals={totals} />
            </aside>
          </div>
        </div>
      )}
    </>
  )
}

const NO_ADDRESS: AddressValues = {
  fullName: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  pincode: '',
  phoneNumber: '',
}

function StepHeading({ children }: { children: string }) {
  return (
    <h2
      tabIndex={-1}
      data-checkout-focus
      className="mb-6 font-display text-3xl font-semibold tracking-tight outline-none"
    >
      {children}
    </h2>
  )
}

/** What has changed is where a reader goes on: at what went wrong, else at the new step's heading. */
function useFocusOnChange(step: CheckoutStep, setback: unknown) {
  const stage = useRef<HTMLDivElement>(null)
  const before = useRef({ step, setback })
  useEffect(() => {
    if (before.current.step === step && before.current.setback === setback) return
    before.current = { step, setback }
    stage.current?.querySelector<HTMLElement>('[data-checkout-focus]')?.focus()
  }, [step, setback])
  return stage
}
