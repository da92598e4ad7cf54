import { LinkButton } from '@nashta/ui/button'
import { SectionHeading } from '@nashta/ui/layout'
import type { ReactNode } from 'react'

export type SnackSectionProps = {
  id: string
  title: string
  text: string
  more: { to: string; label: string }
  children: ReactNode
}

/** A heading with a link to all products of the section, and a few of them below. */
export function SnackSection({ id, title, text, more, children }: SnackSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 lg:mb-12">
        <div>
          <SectionHeading id={`${id}-title`}>{title}</SectionHeading>
          <p className="mt-3 text-lg text-ink-soft">{text}</p>
        </div>
        <LinkButton to={more.to} look="outline">
          {more.label}
        </LinkButton>
      </div>
      {children}
    </section>
  )
}
