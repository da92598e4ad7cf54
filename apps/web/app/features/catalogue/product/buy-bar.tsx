import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { ReactNode } from 'react'

export type BuyBarProps = {
  name: string
  /** In rupees. */
  price: number
  children: ReactNode
}

/** A default export for `lazy`. */
export default function BuyBar({ name, price, children }: BuyBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden">
      <p className="min-w-0">
        <span className="block truncate text-sm text-ink-soft">{name}</span>
        <span className="text-xl font-semibold tabular-nums">{formatRupees(rupeesToPaise(price))}</span>
      </p>
      <div className="shrink-0">{children}</div>
    </div>
  )
}
