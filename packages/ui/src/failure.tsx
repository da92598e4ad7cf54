import { type ReactNode, useEffect, useRef } from 'react'

/**
 * The reason why an action failed, beside its button. It is announced to screen readers and scrolls
 * into view. The focus stays on the button.
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
      className="scroll-my-24 rounded-(--control-radius) bg-danger-tint px-4 py-3 font-medium text-danger-deep"
    >
      {children}
    </div>
  )
}
