import { deliveryFee } from '@nashta/contracts/delivery/delivery-fee'
import { addressNotServed } from '@nashta/contracts/delivery/delivery-texts'
import { parsePincode } from '@nashta/contracts/delivery/parse-pincode'
import { formatRupees, type Paise, rupeesToPaise } from '@nashta/contracts/money'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { type KnownDelivery, knownDelivery, useKnownDelivery } from '../../data/shop/known-delivery.ts'
import { deliveryPromise, DELIVERY_UNKNOWN, NO_SUCH_PINCODE } from '../../texts/delivery-promise.ts'
import { CHECK_DELIVERY } from '../../texts/delivery.ts'

/** Six digits and a space. */
const PINCODE_INPUT_MAX_LENGTH = 7

export type DeliveryCheckProps = {
  /** The price of the products, without delivery. */
  subtotal: Paise
  /** Whether the field gets the focus. True when the shopper pressed a button to see the field. */
  takesFocus?: boolean
}

/**
 * Shows the cost and the date of delivery to the known pincode, or a field that asks for a pincode.
 * A default export for `lazy`.
 */
export default function DeliveryCheck({ subtotal, takesFocus = false }: DeliveryCheckProps) {
  const known = useKnownDelivery()
  const [isEditing, setEditing] = useState(false)
  const [hasChecked, setChecked] = useState(false)
  const isNotFound = known?.status === 'missing'
  if (!known || isNotFound || isEditing)
    return (
      <PincodeForm
        initialProblem={isNotFound ? NO_SUCH_PINCODE : ''}
        // During a lookup a text replaces the form, so the field of the form loses the focus. If
        // the pincode is not found, the form returns and takes the focus again.
        takesFocus={takesFocus || isEditing || hasChecked}
        onCheck={(pincode) => {
          setEditing(false)
          setChecked(true)
          void knownDelivery.choosePincode(pincode)
        }}
      />
    )
  return (
    <div className="flex min-h-11 max-w-md items-center gap-x-4">
      <output className="min-w-0 grow text-pretty wrap-anywhere">{deliveryText(known, subtotal)}</output>
      <button
        type="button"
        onClick={() => setEditing(true)}
        className="min-h-11 shrink-0 rounded-full font-semibold underline underline-offset-4 hover:no-underline"
      >
        Change<span className="sr-only"> pincode</span>
      </button>
    </div>
  )
}

function deliveryText({ pincode, details, status }: KnownDelivery, subtotal: Paise): string {
  if (!details) return status === 'failed' ? DELIVERY_UNKNOWN : `Delivery to ${pincode}…`
  const { serviceable, freeFrom, by } = details.delivery
  if (!serviceable) return addressNotServed(pincode)
  const fee = deliveryFee(details.delivery, subtotal)
  const promise = deliveryPromise({ pincode, by, fee, now: new Date() })
  const freeFromText =
    fee > 0 && freeFrom !== undefined ? `, free from ${formatRupees(rupeesToPaise(freeFrom))}` : ''
  return promise + freeFromText
}

type PincodeFormProps = {
  /** The message about the last checked pincode, which is shown until the shopper types. */
  initialProblem: string
  takesFocus: boolean
  onCheck: (pincode: string) => void
}

function PincodeForm({ initialProblem, takesFocus, onCheck }: PincodeFormProps) {
  const id = useId()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  const [problem, setProblem] = useState(initialProblem)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const pincode = parsePincode(text)
    setProblem(pincode === null ? NO_SUCH_PINCODE : '')
    if (pincode !== null) onCheck(pincode)
  }

  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="shrink-0 font-semibold">
          {CHECK_DELIVERY}
        </label>
        <input
          id={id}
          name="pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder="Pincode"
          maxLength={PINCODE_INPUT_MAX_LENGTH}
          value={text}
          ref={input}
          aria-invalid={problem === '' ? undefined : true}
          aria-describedby={`${id}-problem`}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem('')
          }}
          className="h-11 max-w-40 min-w-0 grow basis-18 rounded-full border-[1.5px] border-ink-soft bg-white px-3 aria-invalid:border-raspberry"
        />
        <button
          type="submit"
          className="min-h-11 rounded-full border-[1.5px] border-ink px-3.5 font-semibold transition-colors duration-200 hover:bg-ink hover:text-paper"
        >
          Check
        </button>
      </div>
      <p id={`${id}-problem`} role="alert" className="text-[0.9375rem] font-medium text-danger-deep">
        {problem}
      </p>
    </form>
  )
}
