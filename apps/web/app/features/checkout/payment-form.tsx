import type { PaymentDetails } from '@nashta/contracts/orders/payment-details'
import { Button } from '@nashta/ui/button'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { OFFLINE_CHECKOUT, PROCESSING } from './checkout-texts.ts'
import { FormProblem } from './form-fields.tsx'
import { BankFields, CardFields, CodNote, UpiFields } from './payment-fields.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import { type PaymentErrors, type PaymentValues, validatePayment } from './payment-values.ts'

export type PaymentFormProps = {
  values: PaymentValues
  /** A formatted amount, such as ₹1,250. */
  total: string
  busy: boolean
  online: boolean
  onChange: (values: PaymentValues) => void
  onBack: () => void
  onPay: (details: PaymentDetails) => void
  review: ReactNode
}

export function PaymentForm(props: PaymentFormProps) {
  const { values, total, busy, online, onChange, onBack, onPay, review } = props
  const [errors, setErrors] = useState<PaymentErrors>({})
  // The CVV exists only in this state: it is cleared on submit and lost when the form unmounts.
  const [cvv, setCvv] = useState('')
  const form = useRef<HTMLFormElement>(null)
  // The form shows the whole sentence once; each field shows one word.
  const fieldErrors: PaymentErrors = Object.fromEntries(Object.keys(errors).map((name) => [name, 'Required']))
  const fields = { values, errors: fieldErrors, onChange: change }

  function change(changed: Partial<PaymentValues>) {
    onChange({ ...values, ...changed })
    setErrors({})
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || !online) return
    const result = validatePayment(values, cvv)
    if (result.ok) {
      setCvv('')
      onPay(result.values)
      return
    }
    setErrors(result.errors)
    const [first = ''] = Object.keys(result.errors)
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-6">
      <PaymentMethods chosen={values.method} onChoose={(method) => change({ method })} />
      <FormProblem>{Object.values(errors)[0]}</FormProblem>
      {values.method === 'card' ? <CardFields {...fields} cvv={cvv} onCvv={setCvv} /> : null}
      {values.method === 'upi' ? <UpiFields {...fields} /> : null}
      {values.method === 'netbanking' ? <BankFields {...fields} /> : null}
      {values.method === 'cod' ? <CodNote /> : null}
      {review}
      <output className="block empty:m-0 font-medium text-ink-soft not-empty:rounded-2xl not-empty:bg-butter-lit not-empty:p-4">
        {online ? null : OFFLINE_CHECKOUT}
      </output>
      <div className="grid gap-3 sm:flex sm:flex-row-reverse sm:justify-between">
        <Button type="submit" aria-disabled={busy || !online}>
          {busy ? PROCESSING : `Pay ${total}`}
        </Button>
        <Button look="outline" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
