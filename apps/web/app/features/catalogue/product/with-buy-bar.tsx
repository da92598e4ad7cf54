import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../../data/late/awaited-parts.tsx'
import type { BuyBarProps } from './buy-bar.tsx'

/** Most visits end above it. */
const BuyBar = lazyPart<BuyBarProps>(() => import('./buy-bar.tsx'))

export type WithBuyBarProps = Omit<BuyBarProps, 'children'> & {
  /** The button that stays in view on phones. */
  button: ReactNode
  /** What follows the button in the page. */
  children: ReactNode
}

/**
 * The buttons of a product page. On phones one of them is always in view: at the bottom of the
 * screen until the page has scrolled to its place, and then, when the buttons are scrolled away, in
 * a bar with the price.
 */
export function WithBuyBar({ button, children, ...bar }: WithBuyBarProps) {
  const lastButton = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (!lastButton.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      for (const { boundingClientRect } of entries) setShown(boundingClientRect.bottom < 0)
    })
    observer.observe(lastButton.current)
    return () => observer.disconnect()
  }, [])

  return (
    <>
      {/* The element sticks within its parent, so the parent is the whole column. */}
      <div className="bottom-0 z-10 mt-8 bg-paper max-md:sticky max-md:-mx-4 max-md:mt-5 max-md:px-4 max-md:pt-2 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))] md:max-w-md">
        {button}
      </div>
      <div ref={lastButton} className="grid max-w-md md:mt-3">
        {children}
      </div>
      {isShown ? <BuyBar {...bar}>{button}</BuyBar> : null}
    </>
  )
}
