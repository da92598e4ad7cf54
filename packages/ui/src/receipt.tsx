import type { ReactNode } from 'react'

/** A slip of paper with a scalloped edge, as torn off at the till. */
export function Receipt({ children }: { children: ReactNode }) {
  return (
    <div className="drop-shadow-[0_12px_24px_rgb(58_32_25/0.08)]">
      <div className="rounded-t-[1.75rem] bg-white px-5 pt-7 pb-4 sm:px-8 sm:pt-9">{children}</div>
      <div aria-hidden="true" className="scalloped-top -mt-px h-6 rotate-180 bg-white" />
    </div>
  )
}
