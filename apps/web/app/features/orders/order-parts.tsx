import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { OrderMoney } from '@nashta/contracts/orders/order-payment'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import type { ReactNode } from 'react'

/** One row of a description list: a name and its value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-semibold text-balance break-words">{children}</dd>
    </div>
  )
}

/** Whether units or money were taken off the order after it was placed. `money` is absent unless money goes back. */
export function isReduced({ items, money }: Pick<Purchase, 'items' | 'money'>) {
  return money !== undefined || items.some(({ remaining }) => remaining !== undefined)
}

export function MoneyFacts({ money: { paid, refunded, remains } }: { money: OrderMoney }) {
  const amounts = { Paid: paid, Refunded: refunded, Remains: remains }
  return Object.entries(amounts).map(([name, amount]) => (
    <Fact key={name} name={name}>
      <span className="tabular-nums">{formatRupees(rupeesToPaise(amount))}</span>
    </Fact>
  ))
}

/**
 * A long id inside a `Fact`. The id may break after any letter, so that the class `text-balance` of
 * the `Fact` can split the id into equally long lines.
 */
export function LongId({ children }: { children: string }) {
  return <span className="break-all">{children}</span>
}

export function AddressLines({ address }: { address: ShippingAddress }) {
  const { fullName, addressLine1, addressLine2, city, state, pincode, phoneNumber } = address
  return (
    <address className="mt-1 leading-relaxed break-words text-ink-soft not-italic">
      {fullName}
      <br />
      {addressLine1}
      <br />
      {addressLine2 ? (
        <>
          {addressLine2}
          <br />
        </>
      ) : null}
      {city}, {state} - {pincode}
      <br />
      Phone: {phoneNumber}
    </address>
  )
}

export type NoticeProps = { level?: 'h1' | 'h2'; title: string; text?: string; children: ReactNode }

/**
 * A message in place of orders: there are none, or they could not be found or loaded.
 * `children` are its buttons.
 */
export function Notice({ level: Heading = 'h1', title, text, children }: NoticeProps) {
  return (
    <div className="flex min-h-[50vh] flex-col items-center justify-center py-16 text-center">
      <svg viewBox="0 0 120 120" aria-hidden="true" className="size-32">
        <circle cx="60" cy="60" r="56" className="fill-blush" />
        <path className="fill-white" d="M36 28h48v64l-8-6-8 6-8-6-8 6-8-6-8 6V28Z" />
        <path
          className="fill-none stroke-raspberry"
          strokeWidth="4"
          strokeLinecap="round"
          d="M46 44h28M46 55h28M46 66h16"
        />
      </svg>
      <Heading className="mt-8 font-display text-4xl font-semibold tracking-tight text-balance outline-none sm:text-5xl">
        {title}
      </Heading>
      {text ? <p className="mt-4 max-w-md text-lg text-balance text-ink-soft">{text}</p> : null}
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}
