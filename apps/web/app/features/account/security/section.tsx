import { Failure } from '@nashta/ui/failure'
import type { ReactNode } from 'react'

export type SectionProps = { title: string; failure: string | null; children: ReactNode }

export function Section({ title, failure, children }: SectionProps) {
  return (
    <section aria-label={title} className="grid justify-items-start gap-4 py-8 last:pb-0">
      <h2 className="font-display text-2xl font-semibold tracking-tight">{title}</h2>
      {children}
      {failure === null ? null : <Failure>{failure}</Failure>}
    </section>
  )
}
