import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Why a button did not do what it says. Stands beside the button. Screen readers read it out, and
 * it scrolls into view; the focus stays on the button.
 */
export function Failure({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The effect must not return what `scrollIntoView` does: in Chromium, a promise.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={box}
      role="alert"
      className="scroll-my-24 rounded-(--control-radius) bg-raspberry-tint px-4 py-3 font-medium text-raspberry-deep"
    >
      {children}
    </div>
  )
}
