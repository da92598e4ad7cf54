import { type ReactNode, useEffect, useRef } from 'react'

/** What went wrong, read out and brought into sight as soon as it is there. */
export function Alert({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])

  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-2xl border-l-4 border-raspberry bg-raspberry-tint px-5 py-4 font-medium text-raspberry-deep"
    >
      {children}
    </div>
  )
}
