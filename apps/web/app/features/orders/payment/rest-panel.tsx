import { useCall } from '@nashta/browser/forms/use-call'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { formatLongDateTime } from '@nashta/contracts/dates'
import { formatRupees, type Paise, paiseToRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { OwedRest } from '@nashta/contracts/orders/order-payment'
import { WAITING_FOR_THE_SHOP } from '@nashta/contracts/orders/order-texts'
import type { PaymentChoice } from '@nashta/contracts/orders/payment-details'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { type ComponentType, useState } from 'react'
import { WAITING_FOR_BANK } from '../../../texts/orders.ts'
import { useOrderActions } from '../order-actions.ts'
import type { OrderAccess, ShownOrder } from '../order-queries.ts'
import { ClaimedPayment, Panel, PayAtProvider, TimeLeft } from './payment-panel.tsx'
import { postPaymentForm } from './post-payment-form.ts'
import { ClaimPaidForm, UpiInstructions } from './upi-payment.tsx'

const PAY_FAILED = 'The payment could not be begun. Please try again.'
const UNDONE_AFTER = 'After that, we undo the change, and you get what you have paid.'

/** The ways to pay. The route brings them, because they are those of the checkout. */
export type PayForm = ComponentType<{
  total: Paise
  isBusy: boolean
  onPay: (choice: PaymentChoice) => void
  onBack: () => void
}>

export type RestPanelProps = {
  access: OrderAccess
  order: ShownOrder
  owed: OwedRest
  providerResult: string | null
  PayForm: PayForm
}

/** What is left to pay since the shop has changed the paid order, and the ways to pay it. */
export function RestPanel({ access, order, owed, providerResult, PayForm }: RestPanelProps) {
  const actions = useOrderActions(access)
  const [isOpen, setOpen] = useState(false)
  // A declined payment may be tried again with the same card, which needs another key.
  const [tries, setTries] = useState(0)
  const { payment, expiresAt } = owed
  const amountPaise = rupeesToPaise(owed.amount)
  const total = formatRupees(amountPaise)
  const call = useCall(async ({ choice }: { choice: PaymentChoice; tries: number }, key) => {
    try {
      const { owed: after } = await actions.payRest(choice, paiseToRupees(amountPaise), key)
      setOpen(false)
      if (after?.payment?.form) postPaymentForm(after.payment.form)
    } catch (error) {
      if (isShopError(error)) setTries((count) => count + 1)
      actions.refetch()
      throw error
    }
  }, PAY_FAILED)
  const otherWay = (
    <p className="mt-6">
      <Button look="outline" onClick={() => setOpen(true)}>
        Pay another way
      </Button>
    </p>
  )

  if (payment?.state === 'checking') {
    return (
      <Panel title={WAITING_FOR_BANK}>
        We ask the bank about your payment of {total}. This page follows along; please do not pay twice.
      </Panel>
    )
  }
  if (payment?.state === 'claimed') {
    return (
      <Panel title={WAITING_FOR_THE_SHOP}>
        <ClaimedPayment payment={payment} total={total} orderId={order.purchaseId} />
      </Panel>
    )
  }
  const title = `${total} is left to pay`
  if (isOpen || payment?.state !== 'waiting') {
    return (
      <Panel title={title}>
        <p className="mb-3 text-pretty">
          We have changed your order, and it costs more than you have paid. Please pay the rest until{' '}
          {formatLongDateTime(expiresAt)}: we pack it then. {UNDONE_AFTER}
        </p>
        {payment?.message && !call.failure ? <Failure>{payment.message}</Failure> : null}
        {call.failure ? <Failure>{call.failure}</Failure> : null}
        {isOpen ? (
          <PayForm
            total={amountPaise}
            isBusy={call.isBusy}
            onPay={(choice) => void call.run({ choice, tries })}
            onBack={() => setOpen(false)}
          />
        ) : (
          <div className="mt-4 grid sm:justify-start">
            <Button onClick={() => setOpen(true)}>Pay {total}</Button>
          </div>
        )}
      </Panel>
    )
  }
  return (
    <Panel title={payment.upi ? `Pay ${total} by UPI` : title}>
      {payment.upi ? (
        <>
          <TimeLeft expiresAt={expiresAt} after={UNDONE_AFTER} />
          <UpiInstructions upi={payment.upi} orderId={order.purchaseId} />
          {payment.message ? <Failure>{payment.message}</Failure> : null}
          <ClaimPaidForm access={access} submitText="I have paid" />
        </>
      ) : (
        <PayAtProvider
          payment={payment}
          total={total}
          providerResult={providerResult}
          timeLeft={{ expiresAt, after: UNDONE_AFTER }}
        />
      )}
      {otherWay}
    </Panel>
  )
}
