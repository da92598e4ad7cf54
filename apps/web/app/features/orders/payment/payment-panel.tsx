import { formatLongDateTime } from '@nashta/contracts/dates'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { OrderPayment } from '@nashta/contracts/orders/order-payment'
import { STILL_LOOKING, WAITING_FOR_THE_SHOP } from '@nashta/contracts/orders/order-texts'
import { Button } from '@nashta/ui/button'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ORDER_CANCELLED, PAYMENT_PENDING, WAITING_FOR_BANK } from '../../../texts/orders.ts'
import { ConfirmOrder } from '../confirm-order.tsx'
import type { OrderAccess, ShownOrder } from '../order-queries.ts'
import { isPaymentOpen, paymentLabel } from '../order-status.tsx'
import { Countdown } from './countdown.tsx'
import { postPaymentForm } from './post-payment-form.ts'
import { ClaimPaidForm, UpiInstructions } from './upi-payment.tsx'

const AFTER_EXPIRY = 'After that, the order is cancelled by itself.'

/** The texts for the values of `providerResult`. */
const RESULT_TEXTS = new Map([
  ['failed', 'The payment did not go through. You can try again: it is still the same order.'],
  ['cancelled', 'You left the payment page before you paid. Your order is still here.'],
  ['waiting', 'We have not heard from the bank yet. This page follows along; please do not pay twice.'],
])

export type PaymentPanelProps = {
  access: OrderAccess
  order: ShownOrder
  /** The query parameter `payment`, which the address has after a visit to the provider's page. */
  providerResult: string | null
}

/**
 * Shows how to pay or confirm the order, what its payment waits for, and why it was cancelled.
 * Renders nothing for an order that was paid, or confirmed for cash, before the page was opened.
 */
export function PaymentPanel({ access, order, providerResult }: PaymentPanelProps) {
  const { purchaseId, orderStatus, payment } = order
  const total = formatRupees(rupeesToPaise(order.totalAmount))
  const [wasOpenAtFirst] = useState(() => isPaymentOpen(order))

  if (orderStatus === 'CANCELLED') {
    return <Panel title={ORDER_CANCELLED}>{describeCancellation(order)}</Panel>
  }
  if (payment?.state === 'waiting' && payment.upi) {
    return (
      <Panel title={`Pay ${total} by UPI`}>
        <TimeLeft expiresAt={payment.expiresAt} />
        <UpiInstructions upi={payment.upi} orderId={purchaseId} />
        <ClaimPaidForm access={access} submitText="I have paid" />
      </Panel>
    )
  }
  if (payment?.state === 'waiting') {
    return (
      <Panel title="Your order waits for its payment">
        <PayAtProvider payment={payment} total={total} providerResult={providerResult} />
      </Panel>
    )
  }
  if (payment?.state === 'claimed') {
    return (
      <Panel title={WAITING_FOR_THE_SHOP}>
        <ClaimedPayment payment={payment} total={total} orderId={purchaseId} />
        {mayAddReference(access, payment) ? (
          <ClaimPaidForm access={access} submitText="Send the number" />
        ) : null}
      </Panel>
    )
  }
  if (payment?.state === 'unconfirmed') {
    return (
      <Panel title="Please confirm your order">
        <ConfirmOrder access={access} expiresAt={payment.expiresAt} />
      </Panel>
    )
  }
  if (isPaymentOpen(order)) return <Panel title={WAITING_FOR_BANK}>{PAYMENT_PENDING}</Panel>
  if (wasOpenAtFirst && payment?.state === 'due') {
    return <Panel title="Your order is confirmed">Thank you. You pay it on delivery.</Panel>
  }
  if (wasOpenAtFirst && payment?.state === 'paid') {
    return <Panel title="Payment received">Thank you. Your order is confirmed.</Panel>
  }
  return null
}

/** The link of an order does not show whether the claim has a reference number. */
function mayAddReference(access: OrderAccess, { claimedReference }: OrderPayment) {
  return 'orderId' in access && claimedReference === undefined
}

type OpenPaymentProps = { payment: OrderPayment; total: string }

type PayAtProviderProps = OpenPaymentProps &
  Pick<PaymentPanelProps, 'providerResult'> & {
    /** For the rest of a changed order: another deadline than the payment's, and what follows after it. */
    timeLeft?: TimeLeftProps
  }

export function PayAtProvider({ payment, total, providerResult, timeLeft }: PayAtProviderProps) {
  const { form, expiresAt } = payment
  const resultText = RESULT_TEXTS.get(providerResult ?? '')
  return (
    <>
      {resultText ? (
        <p role="alert" className="mb-4 rounded-2xl bg-butter-lit px-5 py-3.5 font-medium text-pretty">
          {resultText}
        </p>
      ) : null}
      <TimeLeft {...(timeLeft ?? { expiresAt })} />
      {form ? (
        <div className="grid sm:justify-start">
          <Button onClick={() => postPaymentForm(form)}>Pay {total} now</Button>
        </div>
      ) : null}
      <p className="mt-3 text-[0.9375rem] text-ink-soft">
        You pay on the secure page of our payment partner, and come back here.
      </p>
    </>
  )
}

export function ClaimedPayment({ payment, total, orderId }: OpenPaymentProps & { orderId: string }) {
  const { upi, claimedReference, expiresAt } = payment
  return (
    <>
      <p className="text-pretty">
        Thank you. We confirm your order as soon as we see {total} on our account, and send you a mail. You
        can close this page.
      </p>
      {claimedReference ? (
        <p className="mt-2">
          Your reference number: <strong className="break-all">{claimedReference}</strong>
        </p>
      ) : null}
      {expiresAt ? (
        <p className="mt-2 text-ink-soft">We look for it until {formatLongDateTime(expiresAt)}.</p>
      ) : null}
      {upi ? (
        <details className="mt-3">
          <summary className="min-h-11 cursor-pointer content-center font-semibold underline underline-offset-4">
            Show the QR code again
          </summary>
          <div className="mt-4">
            <UpiInstructions upi={upi} orderId={orderId} />
          </div>
        </details>
      ) : null}
    </>
  )
}

/** React keeps the panel when the payment changes, so a new title may replace the previous title. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const previousTitle = useRef(title)
  useEffect(() => {
    if (previousTitle.current === title) return
    previousTitle.current = title
    // If the button that the shopper pressed is gone, the browser has moved the focus to the body.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [title])

  return (
    <section
      aria-labelledby={titleId}
      className="rounded-[1.75rem] border-[1.5px] border-raspberry/35 bg-white px-5 py-6 sm:px-8 sm:py-8 print:hidden"
    >
      <h2
        ref={heading}
        id={titleId}
        tabIndex={-1}
        className="mb-3 font-display text-3xl font-semibold tracking-tight text-balance outline-none"
      >
        {title}
      </h2>
      {children}
    </section>
  )
}

type TimeLeftProps = {
  expiresAt: string | undefined
  /** What happens after that. */
  after?: string
}

export function TimeLeft({ expiresAt, after = AFTER_EXPIRY }: TimeLeftProps) {
  if (expiresAt === undefined) return null
  return (
    <p className="mb-5 text-pretty text-ink-soft">
      Time left to pay: <Countdown deadline={expiresAt} />. {after}
    </p>
  )
}

function describeCancellation(order: ShownOrder) {
  const { payment, refunds = [] } = order
  if (payment?.state === 'claimed') return [payment.message, STILL_LOOKING].filter(Boolean).join(' ')
  if (payment?.message) return payment.message
  if (refunds.length > 0) return 'What you paid goes back the way it came.'
  return payment?.state === 'unpaid' ? `${paymentLabel(order, 'unpaid')}.` : 'It will not be delivered.'
}
