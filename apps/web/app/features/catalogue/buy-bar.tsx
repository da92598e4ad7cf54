import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { type ReactNode, useEffect, useRef, useState } from 'react'

export type WithBuyBarProps = {
  name: string
  /** In rupees. */
  price: number
  /** The buttons in the page. */
  children: ReactNode
  barButton: ReactNode
}

/**
 * The buttons of a product page. On phones, when they are scrolled away, a bar at the bottom of the
 * screen shows the price and a button.
 */
export function WithBuyBar({ name, price, children, barButton }: WithBuyBarProps) {
  const buttons = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (!buttons.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      const entry = entries.at(-1)
      setShown(entry !== undefined && entry.boundingClientRect.bottom < 0)
    })
    observer.observe(buttons.current)
    return () => observer.disconnect()
  }, [])

  return (
    <>
      <div ref={buttons}>{children}</div>
      {isShown ? (
        <div className="fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden">
          <p className="min-w-0">
            <span className="block truncate text-sm text-ink-soft">{name}</span>
            <span className="text-xl font-semibold tabular-nums">{formatRupees(rupeesToPaise(price))}</span>
          </p>
          <div className="shrink-0">{barButton}</div>
        </div>
      ) : null}
    </>
  )
}
