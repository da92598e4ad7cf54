import type { Paise } from '@nashta/contracts/money'
import type { PaymentChoice } from '@nashta/contracts/orders/payment-details'
import { Button } from '@nashta/ui/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { METHODS_FAILED } from './checkout-texts.ts'
import { paymentOfferQuery } from './offered-methods.ts'
import { PaymentForm } from './payment-form.tsx'
import { EMPTY_PAYMENT, type PaymentValues } from './payment-values.ts'

export type PayRestFormProps = {
  total: Paise
  isBusy: boolean
  onPay: (choice: PaymentChoice) => void
  onBack: () => void
}

/** The ways of the checkout to pay a sum that is left, without cash. */
export default function PayRestForm({ total, isBusy, onPay, onBack }: PayRestFormProps) {
  const [values, setValues] = useState<PaymentValues>(EMPTY_PAYMENT)
  const { data: offer, isError, refetch } = useQuery(paymentOfferQuery)
  if (!offer)
    return isError ? (
      <div role="alert" className="mt-4 grid gap-3">
        <p className="font-semibold text-danger-deep">{METHODS_FAILED}</p>
        <Button look="outline" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    ) : (
      <p className="mt-4">Loading...</p>
    )
  const methods = offer.methods.filter(({ way }) => way !== 'onDelivery')
  return (
    <div className="mt-4">
      <PaymentForm
        values={values}
        methods={methods}
        cashTerms={null}
        total={total}
        isBusy={isBusy}
        isReachable
        onChange={setValues}
        onBack={onBack}
        onPay={onPay}
        review={offer.trialNote ? <p className="text-ink-soft">{offer.trialNote}</p> : null}
      />
    </div>
  )
}
