import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../data/awaited-parts.tsx'
import type { BuyBarProps } from './buy-bar.tsx'

/** Most visits end above it. */
const BuyBar = lazyPart<BuyBarProps>(() => import('./buy-bar.tsx'))

export type WithBuyBarProps = Omit<BuyBarProps, 'children'> & {
  /** The buttons in the page. */
  children: ReactNode
  barButton: ReactNode
}

/**
 * The buttons of a product page. On phones, when they are scrolled away, a bar at the bottom of the
 * screen shows the price and a button.
 */
export function WithBuyBar({ children, barButton, ...bar }: WithBuyBarProps) {
  const buttons = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (!buttons.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      for (const { boundingClientRect } of entries) setShown(boundingClientRect.bottom < 0)
    })
    observer.observe(buttons.current)
    return () => observer.disconnect()
  }, [])

  return (
    <>
      <div ref={buttons}>{children}</div>
      {isShown ? <BuyBar {...bar}>{barButton}</BuyBar> : null}
    </>
  )
}
