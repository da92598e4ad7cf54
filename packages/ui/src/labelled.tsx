import type { ReactNode } from 'react'

/** What a small control looks like inside its label. */
export const FIELD_LOOK =
  'h-12 w-full min-w-0 rounded-2xl border-[1.5px] border-ink-soft/65 bg-white px-3 font-medium sm:px-4 transition-colors duration-200 hover:border-ink'

/** A control below its name. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="block min-w-0">
      <span className="mb-1 block text-sm font-medium text-ink-soft">{label}</span>
      {children}
    </label>
  )
}
