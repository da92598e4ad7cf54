import type { ReactNode } from 'react'

export function SectionHeading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2
      id={id}
      className="font-display text-4xl font-semibold tracking-tight text-balance sm:text-5xl lg:text-6xl"
    >
      {children}
    </h2>
  )
}
