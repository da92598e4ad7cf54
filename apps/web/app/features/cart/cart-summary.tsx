import { CART_TOTAL, CHECKOUT, CONTINUE_SHOPPING } from '@nashta/contracts/cart/cart-texts'
import { FREE_DELIVERY_THRESHOLD_RUPEES } from '@nashta/contracts/constants'
import { asPaise, formatRupees, type Paise, rupeesToPaise } from '@nashta/contracts/money'
import { Button, LinkButton } from '@nashta/ui/button'
import { closesSheet } from '@nashta/ui/sheet'
import { DELIVERY_IS_FREE, moreForFreeDelivery } from '../../texts/delivery.ts'
import { CART_DRAWER_ID } from './cart-drawer-id.ts'

export function CartSummary({ totalPaise }: { totalPaise: Paise }) {
  return (
    <div className="bottom-0 space-y-4 [@media(min-height:36rem)]:sticky border-t border-line bg-paper px-5 pt-4 pb-5">
      <FreeDelivery totalPaise={totalPaise} />
      <p className="flex items-baseline justify-between">
        <span className="text-lg font-semibold">{CART_TOTAL}</span>
        <span className="font-display text-2xl font-semibold tabular-nums">{formatRupees(totalPaise)}</span>
      </p>
      <div className="grid gap-2">
        <LinkButton to="/checkout">{CHECKOUT}</LinkButton>
        <Button look="outline" {...closesSheet(CART_DRAWER_ID)}>
          {CONTINUE_SHOPPING}
        </Button>
      </div>
    </div>
  )
}

function FreeDelivery({ totalPaise }: { totalPaise: Paise }) {
  const threshold = rupeesToPaise(FREE_DELIVERY_THRESHOLD_RUPEES)
  const missing = asPaise(Math.max(threshold - totalPaise, 0))
  const text = missing > 0 ? moreForFreeDelivery(formatRupees(missing)) : DELIVERY_IS_FREE
  return (
    <div>
      <p className="text-sm font-medium text-pistachio">{text}</p>
      <progress
        aria-label={text}
        max={threshold}
        value={Math.min(totalPaise, threshold)}
        className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-pistachio-tint [&::-moz-progress-bar]:bg-pistachio [&::-webkit-progress-bar]:bg-pistachio-tint [&::-webkit-progress-value]:bg-pistachio [&::-webkit-progress-value]:transition-[width] [&::-webkit-progress-value]:duration-500"
      />
    </div>
  )
}
