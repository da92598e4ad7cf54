import type { ReactNode } from 'react'

export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block rounded-full bg-paper px-2.5 py-1 text-[0.6875rem] leading-none font-bold tracking-wider text-raspberry-deep">
      {children}
    </span>
  )
}
