import { Button } from '@nashta/ui/button'
import { closesSheet } from '@nashta/ui/sheet'
import { CART_DRAWER_ID } from './cart-drawer-id.ts'
import { CART_EMPTY, CART_EMPTY_HINT, CONTINUE_SHOPPING } from './cart-texts.ts'

/** Nothing is said of a cart that has not been looked into. */
export function EmptyCart({ isKnown }: { isKnown: boolean }) {
  if (!isKnown) return <div aria-busy="true" className="grow" />
  return (
    <div className="flex grow flex-col items-center justify-center px-6 pb-16 text-center">
      <svg viewBox="0 0 160 120" aria-hidden="true" className="w-44">
        <ellipse cx="80" cy="78" rx="72" ry="26" className="fill-butter" />
        <ellipse cx="80" cy="74" rx="72" ry="25" className="fill-white" />
        <ellipse cx="80" cy="74" rx="48" ry="15" className="fill-paper-deep" />
        <path
          className="fill-cocoa"
          d="M62 72h5v4h-5zm16 6h4v3h-4zm13-8h6v4h-6zm-24 10h3v3h-3zm36 1h4v3h-4z"
        />
        <path
          className="fill-none stroke-peach"
          strokeWidth="3"
          strokeLinecap="round"
          d="M64 42c-6-8 6-10 0-18m16 16c-6-8 6-10 0-18m16 20c-6-8 6-10 0-18"
        />
      </svg>
      <p className="mt-6 font-display text-2xl font-semibold tracking-tight">{CART_EMPTY}</p>
      <p className="mt-2 mb-8 text-ink-soft">{CART_EMPTY_HINT}</p>
      <Button {...closesSheet(CART_DRAWER_ID)}>{CONTINUE_SHOPPING}</Button>
    </div>
  )
}
