import { ADDRESSES_MAX } from '@nashta/contracts/addresses/address-texts'
import type { SavedAddress } from '@nashta/contracts/addresses/addresses'
import { addressNotServed } from '@nashta/contracts/delivery/delivery-texts'
import type { Pincode } from '@nashta/contracts/delivery/pincode'
import { formatRupees } from '@nashta/contracts/money'
import { NOTHING_TO_PURCHASE } from '@nashta/contracts/orders/order-texts'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { SHOP_NOT_OPEN } from '@nashta/contracts/shop/closed-texts'
import { Button, LinkButton } from '@nashta/ui/button'
import { Spinner } from '@nashta/ui/spinner'
import { useEffect, useRef, useState } from 'react'
import type { FetchPincode } from '../../data/shop/fetch-pincode.ts'
import type { CartPrice } from '../../data/shop/price-cart.ts'
import { readDraft, saveDraft } from '../../data/storage/form-drafts.ts'
import { deliveryPromise } from '../../texts/delivery-promise.ts'
import { CONTINUE_SHOPPING } from '../../texts/orders.ts'
import { CART_WAITS } from '../../texts/product-page.ts'
import { checkoutDraft } from './checkout-drafts.ts'
import { CONTINUE_TO_PAYMENT, METHODS_FAILED, OFFLINE_CHECKOUT } from './checkout-texts.ts'
import type { DetailValues } from './details-fields.tsx'
import type { PaymentOffer } from './offered-methods.ts'
import { OrderSummary, type OrderSummaryProps } from './order-summary.tsx'
import { PaymentForm } from './payment-form.tsx'
import { PaymentProblemNotice, type PaymentProblemNoticeProps } from './payment-problem-notice.tsx'
import { EMPTY_PAYMENT, type PaymentValues } from './payment-values.ts'
import { ProcessingDialog } from './processing-dialog.tsx'
import {
  addressText,
  type AddressValues,
  completeAddress,
  EMPTY_ADDRESS,
  isOneOf,
  ShippingForm,
  type ShippingFormProps,
  valuesOf,
} from './shipping-form.tsx'
import { type CheckoutDeps, useCheckout } from './use-checkout.ts'
import { useFillCityAndState, usePincode } from './use-pincode.ts'

export type CheckoutProps = Omit<CheckoutDeps, 'address' | 'details' | 'delivery'> &
  Pick<OrderSummaryProps, 'editCartButton' | 'CodeField'> & {
    /** The shopper's name and phone number, with which the address form starts. */
    fullName: string
    /** Empty for a guest, and until loaded. */
    phoneNumber?: string
    lastAddress: ShippingAddress | null
    /** The shopper's address book, the default first. Absent for a guest, and until loaded. */
    savedAddresses?: readonly SavedAddress[] | undefined
    /** True while the address book is being loaded. Meanwhile the address form is not shown. */
    isBookLoading?: boolean
    /** Absent for a guest, who has no address book. */
    onSaveAddress?: (address: ShippingAddress) => void
    /** The pincode that the shopper used last; empty without one. */
    knownPincode: string
    /** Called with the pincode of the address, so that other pages use it too. */
    onPincode: (pincode: string) => void
    fetchPincode: FetchPincode
    /** Whether the store is reachable. */
    isReachable: boolean
    /** The offered payment methods; undefined until they are loaded. */
    offer: PaymentOffer | undefined
    /** Loads the payment methods again; null unless loading has failed. */
    retryOffer: (() => void) | null
    changeLine: PaymentProblemNoticeProps['onChangeLine']
    /** The field for the e-mail address of a guest. */
    contact?: ShippingFormProps['contact']
  }

export function Checkout(props: CheckoutProps) {
  const {
    fullName,
    phoneNumber = '',
    lastAddress,
    savedAddresses,
    isBookLoading = false,
    onSaveAddress,
    knownPincode,
    onPincode,
    fetchPincode,
    isReachable,
    offer,
    retryOffer,
    changeLine,
    editCartButton,
    CodeField,
    contact,
    ...checkoutDeps
  } = props
  const { userId } = checkoutDeps
  const addressDraft = checkoutDraft(userId, 'address')
  const hasDraft = () => readDraft(addressDraft) !== undefined
  const [beginsWithDraft] = useState(hasDraft)
  const account = { fullName, phoneNumber }
  const [formValues, setFormValues] = useState<AddressValues>(() => ({
    ...EMPTY_ADDRESS,
    ...(readDraft(addressDraft) ?? { ...account, pincode: knownPincode }),
  }))
  const [details, changeDetails] = useDetailsDraft(userId)
  // The last address is offered only to a shopper whose address book is loaded and empty.
  const isBookEmpty = savedAddresses?.length === 0
  const addresses = isBookEmpty && lastAddress ? [lastAddress] : (savedAddresses ?? [])
  const pincode = usePincode(fetchPincode, formValues)
  useFillCityAndState(pincode, {
    address: formValues,
    isComplete: isOneOf(addresses, formValues),
    onChange: fillCityAndState,
  })
  /**
   * False once the form has a draft, an offered address or typed values, which the default address
   * must not replace.
   */
  const mayUseDefault = useRef(!beginsWithDraft)
  const [defaultAddress] = addresses
  useEffect(() => {
    if (!defaultAddress || !mayUseDefault.current) return
    mayUseDefault.current = false
    setFormValues(valuesOf(defaultAddress))
  }, [defaultAddress])
  useEffect(() => {
    if (mayUseDefault.current) setFormValues((values) => ({ ...values, phoneNumber }))
  }, [phoneNumber])
  const delivery = pincode.details?.delivery ?? null
  const notServedText = delivery?.serviceable === false ? addressNotServed(formValues.pincode) : null
  const address = completeAddress({ address: formValues, contact, notServedText, details })
  const { step, pending, problem, lines, totals, openPayment, pay, back } = useCheckout({
    ...checkoutDeps,
    address,
    details,
    delivery,
    refresh() {
      void pincode.refresh()
      checkoutDeps.refresh()
    },
  })
  const [payment, changePayment] = usePaymentDraft(userId)
  const stepContent = useFocusOnChange(pending ?? step, problem)
  const canSave = savedAddresses !== undefined && savedAddresses.length < ADDRESSES_MAX

  function changeFormValues(values: AddressValues) {
    setFormValues(values)
    saveDraft(addressDraft, values)
  }

  /** Takes over the city and state of the pincode. Updates a draft, but does not start a draft. */
  function fillCityAndState(values: AddressValues) {
    setFormValues(values)
    if (hasDraft()) saveDraft(addressDraft, values)
  }

  return (
    <>
      <ProcessingDialog state={pending} isGuest={contact !== undefined} />
      {lines.length === 0 ? (
        <EmptyCart />
      ) : offer?.closedText ? (
        <NotOpen text={offer.closedText} />
      ) : (
        <div className="pt-6 pb-24 lg:pt-10 lg:pb-36">
          <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
            <h1 className="font-display text-5xl leading-none font-semibold tracking-tight outline-none lg:text-6xl">
              Checkout
            </h1>
            <StepIndicator current={step === 'payment' ? 2 : 1} />
          </div>
          {offer?.trialNote ? (
            <p className="mt-6 rounded-2xl bg-butter px-5 py-3 font-semibold">{offer.trialNote}</p>
          ) : null}
          <div className="mt-6 grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:mt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] xl:gap-x-20">
            <aside className="lg:sticky lg:top-8 lg:col-start-2 lg:row-start-1">
              <OrderSummary
                lines={lines}
                totals={totals}
                deliveryPromise={describeDelivery(pincode.details, totals)}
                editCartButton={editCartButton}
                CodeField={CodeField}
              />
            </aside>
            <div ref={stepContent} className="lg:col-start-1 lg:row-start-1">
              {problem ? (
                <PaymentProblemNotice problem={problem} lines={lines} onChangeLine={changeLine} />
              ) : null}
              {step === 'payment' && address ? (
                <>
                  <StepHeading>Payment</StepHeading>
                  {offer ? (
                    <PaymentForm
                      values={payment}
                      methods={offer.methods}
                      cashTerms={delivery}
                      total={totals.total}
                      isBusy={pending !== null}
                      isReachable={isReachable}
                      onChange={changePayment}
                      onBack={back}
                      onPay={(choice) => void pay(choice)}
                      review={<OrderReview address={address} totals={totals} />}
                    />
                  ) : (
                    <MethodsLoading isReachable={isReachable} onRetry={retryOffer} />
                  )}
                </>
              ) : (
                <>
                  <StepHeading>Shipping Address</StepHeading>
                  {isBookLoading && !beginsWithDraft ? (
                    <Spinner label="Loading your addresses..." />
                  ) : (
                    <ShippingForm
                      address={formValues}
                      addresses={addresses}
                      newAddress={{ ...EMPTY_ADDRESS, ...account }}
                      canSave={canSave}
                      submitText={CONTINUE_TO_PAYMENT}
                      contact={contact}
                      details={{ values: details, onChange: changeDetails }}
                      places={pincode.details?.places ?? []}
                      pincodeNote={pincode.note}
                      notServedText={notServedText}
                      onChange={(values) => {
                        mayUseDefault.current = false
                        changeFormValues(values)
                      }}
                      onContinue={(complete, isToBeSaved) => {
                        if (isToBeSaved) onSaveAddress?.(complete)
                        onPincode(complete.pincode)
                        saveDraft(addressDraft, formValues)
                        return openPayment()
                      }}
                    />
                  )}
                </>
              )}
            </div>
          </div>
        </div>
      )}
    </>
  )
}

/** What the shopper adds to the order. It survives a reload. */
function useDetailsDraft(userId: string) {
  const name = checkoutDraft(userId, 'details')
  const [values, setValues] = useState<DetailValues>(() => ({ ...readDraft(name) }))
  function change(changed: DetailValues) {
    setValues(changed)
    saveDraft(name, changed)
  }
  return [values, change] as const
}

/** The values of the payment form. The method, the UPI id and the bank survive a reload. */
function usePaymentDraft(userId: string) {
  const name = checkoutDraft(userId, 'payment')
  const [values, setValues] = useState<PaymentValues>(() => ({ ...EMPTY_PAYMENT, ...readDraft(name) }))
  function change(changed: PaymentValues) {
    setValues(changed)
    const { method, upiId, bankName } = changed
    saveDraft(name, { method, upiId, bankName })
  }
  return [values, change] as const
}

/**
 * Says when the order arrives and what the delivery costs. Null until the details of the pincode
 * are known, and for a pincode that the shop does not deliver to.
 */
function describeDelivery(details: Pincode | null, { paidShipping: fee }: CartPrice): string | null {
  if (!details?.delivery.serviceable) return null
  return deliveryPromise({ pincode: details.pincode, by: details.delivery.by, fee, now: new Date() })
}

const STEPS = ['Shipping', 'Payment']

function StepIndicator({ current }: { current: 1 | 2 }) {
  return (
    <ol aria-label="Checkout steps" className="flex flex-wrap items-center gap-3 sm:gap-4">
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={index + 1 === current ? 'step' : undefined}
          data-done={index + 1 < current || undefined}
          className="group flex items-center gap-3 font-semibold text-ink-soft not-last:after:h-0.5 not-last:after:w-8 not-last:after:rounded-full not-last:after:bg-line aria-[current=step]:text-ink data-done:text-pistachio data-done:after:bg-pistachio sm:gap-4 sm:not-last:after:w-20"
        >
          <span className="flex items-center gap-2.5">
            <span className="grid size-9 place-items-center rounded-full border-[1.5px] border-ink-soft tabular-nums group-aria-[current=step]:border-raspberry group-aria-[current=step]:bg-raspberry group-aria-[current=step]:text-white group-data-done:border-pistachio group-data-done:bg-pistachio group-data-done:text-white">
              {index + 1}
            </span>
            {name}
          </span>
        </li>
      ))}
    </ol>
  )
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

/**
 * Moves focus for screen readers: to the payment problem or, without one, to the heading of the new
 * step. The notice and the heading have `data-checkout-focus`, and the notice comes first in the
 * page.
 */
function useFocusOnChange(step: string, problem: unknown) {
  const stepContent = useRef<HTMLDivElement>(null)
  const previous = useRef({ step, problem })
  useEffect(() => {
    if (previous.current.step === step && previous.current.problem === problem) return
    previous.current = { step, problem }
    stepContent.current?.querySelector<HTMLElement>('[data-checkout-focus]')?.focus()
  }, [step, problem])
  return stepContent
}

type MethodsLoadingProps = { isReachable: boolean; onRetry: (() => void) | null }

function MethodsLoading({ isReachable, onRetry }: MethodsLoadingProps) {
  if (!onRetry) return <Spinner label="Loading the ways to pay..." />
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 rounded-3xl bg-danger-tint px-5 py-4">
      <p className="grow font-semibold text-danger-deep">{isReachable ? METHODS_FAILED : OFFLINE_CHECKOUT}</p>
      <Button look="paper" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

type OrderReviewProps = { address: ShippingAddress; totals: CartPrice }

function OrderReview({ address, totals: { totalItems, total } }: OrderReviewProps) {
  return (
    <section aria-labelledby="order-review" className="rounded-3xl bg-paper-deep px-5 py-5 sm:px-6">
      <h3 id="order-review" className="font-display text-xl font-semibold">
        Before you pay
      </h3>
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        <dt className="font-semibold">Deliver to</dt>
        <dd className="text-pretty">
          {addressText(address)}, {address.phoneNumber}
        </dd>
        <dt className="font-semibold">Your order</dt>
        <dd>
          {totalItems} {totalItems === 1 ? 'item' : 'items'}, {formatRupees(total)} in all
        </dd>
      </dl>
    </section>
  )
}

/** The whole checkout of a shop that takes no orders, and why. */
export function NotOpen({ text }: { text: string }) {
  const isPaused = text !== SHOP_NOT_OPEN
  return (
    <div className="flex min-h-[55vh] flex-col items-center justify-center py-20 text-center">
      <h1 className="font-display text-5xl font-semibold tracking-tight text-balance sm:text-6xl">
        {isPaused ? 'The shop takes a break' : 'The shop is not open yet'}
      </h1>
      <p className="mt-4 mb-8 max-w-md text-lg text-ink-soft text-balance">
        {isPaused ? text : 'It takes no orders for now.'} {CART_WAITS}
      </p>
      <LinkButton to="/collections/allproducts">{CONTINUE_SHOPPING}</LinkButton>
    </div>
  )
}

function EmptyCart() {
  return (
    <div className="flex min-h-[55vh] flex-col items-center justify-center py-20 text-center">
      <svg viewBox="0 0 120 120" aria-hidden="true" className="size-36">
        <circle cx="60" cy="60" r="56" className="fill-butter" />
        <path className="fill-raspberry" d="M34 50h52l-5 40a7 7 0 0 1-7 6H46a7 7 0 0 1-7-6l-5-40Z" />
        <path
          className="fill-none stroke-cocoa"
          strokeWidth="4"
          strokeLinecap="round"
          d="M46 62V44a14 14 0 0 1 28 0v18"
        />
      </svg>
      <h1 className="mt-8 font-display text-5xl font-semibold tracking-tight text-balance sm:text-6xl">
        {NOTHING_TO_PURCHASE}
      </h1>
      <p className="mt-4 mb-8 text-lg text-ink-soft">The counter is full, though.</p>
      <LinkButton to="/collections/allproducts">{CONTINUE_SHOPPING}</LinkButton>
    </div>
  )
}
