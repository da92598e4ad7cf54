import { NOTHING_TO_PURCHASE } from '@nashta/contracts/orders/checkout-texts'
import { LinkButton } from '@nashta/ui/button'
import { CONTINUE_SHOPPING } from '../../texts/orders.ts'

export function EmptyCart() {
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
