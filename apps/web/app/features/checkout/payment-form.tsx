import type { PaymentMethod } from '@nashta/contracts/constants'
import { formatRupees, rupeesToPaise, type Paise } from '@nashta/contracts/money'
import type { PaymentChoice } from '@nashta/contracts/orders/payment-details'
import { Button } from '@nashta/ui/button'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { COD_NOTE, OFFLINE_CHECKOUT, PROCESSING, REDIRECT_NOTE, UPI_QR_NOTE } from './checkout-texts.ts'
import { FormProblem } from './form-fields.tsx'
import type { OfferedMethod } from './offered-methods.ts'
import { BankFields, CardFields, MethodNote, UpiFields } from './payment-fields.tsx'
import { type PaymentErrors, type PaymentValues, validatePayment } from './payment-values.ts'

export type PaymentFormProps = {
  values: PaymentValues
  methods: readonly OfferedMethod[]
  /** The terms of cash on delivery for the address; null while they are not known. */
  cashTerms: CashTerms | null
  total: Paise
  isBusy: boolean
  isReachable: boolean
  onChange: (values: PaymentValues) => void
  onBack: () => void
  onPay: (choice: PaymentChoice) => void
  review: ReactNode
}

export function PaymentForm(props: PaymentFormProps) {
  const { values, methods, cashTerms, total, isBusy, isReachable, onChange, onBack, onPay, review } = props
  /** The fields that were wrong at the last submit. */
  const [wrongNames, setWrongNames] = useState<readonly string[]>([])
  // The CVV exists only in this state: it is cleared on submit and lost when the form unmounts.
  const [cvv, setCvv] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const choices = methods.map((offered) => ({
    offered,
    whyNot: findReasonAgainst(offered, cashTerms, total),
  }))
  const possible = choices.flatMap(({ offered, whyNot }) => (whyNot === null ? [offered] : []))
  const chosen = possible.find(({ method }) => method === values.method) ?? possible[0]
  const validation = validatePayment({ ...values, method: chosen?.method }, cvv, chosen?.way)
  // An error goes as soon as its field is right.
  const errors = Object.entries(validation.ok ? {} : validation.errors).filter(([name]) =>
    wrongNames.includes(name),
  )
  // All errors of a method have the same message, such as “Please fill in all card details”. The
  // form shows the message once, and each field with an error shows only “Required”.
  const fieldErrors: PaymentErrors = Object.fromEntries(errors.map(([name]) => [name, 'Required']))
  const fields = { values, errors: fieldErrors, onChange: change }

  function change(changed: Partial<PaymentValues>) {
    onChange({ ...values, ...changed })
    if ('method' in changed) setWrongNames([])
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || !isReachable || !chosen) return
    if (validation.ok) {
      setCvv('')
      setWrongNames([])
      onPay(validation.values)
      return
    }
    const names = Object.keys(validation.errors)
    setWrongNames(names)
    const [first = ''] = names
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-6">
      <PaymentMethods choices={choices} chosen={chosen?.method} onChoose={(method) => change({ method })} />
      <FormProblem>{errors[0]?.[1]}</FormProblem>
      {chosen?.way === 'fields' && chosen.method === 'card' ? (
        <CardFields {...fields} cvv={cvv} onCvv={setCvv} />
      ) : null}
      {chosen?.way === 'fields' && chosen.method === 'upi' ? <UpiFields {...fields} /> : null}
      {chosen?.way === 'fields' && chosen.method === 'netbanking' ? <BankFields {...fields} /> : null}
      {chosen?.way === 'redirect' ? <MethodNote>{REDIRECT_NOTE}</MethodNote> : null}
      {chosen?.way === 'upiQr' ? <MethodNote>{UPI_QR_NOTE}</MethodNote> : null}
      {chosen?.way === 'onDelivery' ? <MethodNote>{COD_NOTE}</MethodNote> : null}
      {review}
      <output className="block empty:m-0 font-medium text-ink-soft not-empty:rounded-2xl not-empty:bg-butter-lit not-empty:p-4">
        {isReachable ? null : OFFLINE_CHECKOUT}
      </output>
      <div className="grid gap-3 sm:flex sm:flex-row-reverse sm:justify-between">
        <Button type="submit" aria-disabled={isBusy || !isReachable || !chosen}>
          {isBusy ? PROCESSING : `Pay ${formatRupees(total)}`}
        </Button>
        <Button look="outline" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}

const METHODS: Record<PaymentMethod, { label: string; icon: string }> = {
  card: {
    label: 'Card',
    icon: 'M4 7.5A1.5 1.5 0 0 1 5.5 6h13A1.5 1.5 0 0 1 20 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 16.5v-9ZM4 10h16M7.5 14.5h3',
  },
  upi: {
    label: 'UPI',
    icon: 'M8 3.5h8a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5Zm2 6h4m-4 2.3h4M10 9.5c3.8 0 3.8 4.6 0 4.6l3.2 3',
  },
  netbanking: { label: 'Net Banking', icon: 'm4 9.5 8-5 8 5H4Zm2 3v5m4-5v5m4-5v5m4-5v5M4 20h16' },
  cod: {
    label: 'Cash on Delivery',
    icon: 'M3.5 7.5h17v9h-17v-9ZM12 14.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6ZM6.5 12h.01m11 0h.01',
  },
}

type CashTerms = { cod: boolean; codMax?: number | undefined }

/** Why this payment method cannot be chosen; null when it can. */
function findReasonAgainst(
  { method, maxAmount }: OfferedMethod,
  cashTerms: CashTerms | null,
  total: Paise,
): string | null {
  const { label } = METHODS[method]
  if (method === 'cod' && cashTerms && !cashTerms.cod) return `${label} is not offered for your address.`
  const codMax = method === 'cod' ? cashTerms?.codMax : undefined
  const max = Math.min(maxAmount ?? Infinity, codMax ?? Infinity)
  if (max === Infinity || total <= rupeesToPaise(max)) return null
  return `${label} is possible up to ${formatRupees(rupeesToPaise(max))}.`
}

type PaymentMethodsProps = {
  choices: readonly { offered: OfferedMethod; whyNot: string | null }[]
  chosen: PaymentMethod | undefined
  onChoose: (method: PaymentMethod) => void
}

function PaymentMethods({ choices, chosen, onChoose }: PaymentMethodsProps) {
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">Payment Method</legend>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4 lg:grid-cols-2 xl:grid-cols-4">
        {choices.map(({ offered: { method }, whyNot }) => (
          <label key={method} className="relative">
            <input
              type="radio"
              name="method"
              value={method}
              checked={method === chosen}
              disabled={whyNot !== null}
              aria-describedby={whyNot === null ? undefined : `why-not-${method}`}
              onChange={() => onChoose(method)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-3xl disabled:cursor-not-allowed"
            />
            <span className="pointer-events-none flex h-full min-h-24 flex-col justify-between gap-3 rounded-3xl border-[1.5px] border-line bg-white p-4 leading-tight font-semibold transition-colors duration-200 peer-checked:border-raspberry peer-checked:bg-raspberry-tint peer-checked:text-raspberry-deep peer-disabled:bg-paper-deep peer-disabled:text-ink-soft peer-[&:not(:checked):enabled:hover]:border-ink-soft">
              <svg
                viewBox="0 0 24 24"
                aria-hidden="true"
                className="size-7 fill-none stroke-current"
                strokeWidth="1.6"
                strokeLinecap="round"
                strokeLinejoin="round"
              >
                <path d={METHODS[method].icon} />
              </svg>
              {METHODS[method].label}
            </span>
          </label>
        ))}
      </div>
      {choices.map(({ offered: { method }, whyNot }) =>
        whyNot === null ? null : (
          <p key={method} id={`why-not-${method}`} className="mt-3 text-ink-soft">
            {whyNot}
          </p>
        ),
      )}
    </fieldset>
  )
}
