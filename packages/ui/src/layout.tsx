import type { ReactNode } from 'react'

/** Centres the content of a page and keeps it off the edges of the screen. */
export function Container({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-[92rem] px-4 sm:px-6 lg:px-10">{children}</div>
}

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

/** A slip of paper with a scalloped lower edge, like a receipt. */
export function Receipt({ children }: { children: ReactNode }) {
  return (
    <div className="drop-shadow-[0_12px_24px_rgb(58_32_25/0.08)]">
      <div className="rounded-t-[1.75rem] bg-white px-5 pt-7 pb-4 sm:px-8 sm:pt-9">{children}</div>
      <div aria-hidden="true" className="scalloped-top -mt-px h-6 rotate-180 bg-white" />
    </div>
  )
}
