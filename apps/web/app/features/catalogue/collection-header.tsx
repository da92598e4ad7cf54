import type { ReactNode } from 'react'

const TONES = {
  peach: 'bg-peach',
  butter: 'bg-butter',
  blush: 'bg-blush',
  mint: 'bg-mint',
}

export type CollectionHeaderProps = {
  title: string
  intro: string
  tone: keyof typeof TONES
  children?: ReactNode
}

/** A collection's name, on icing of its own colour. */
export function CollectionHeader({ title, intro, tone, children }: CollectionHeaderProps) {
  return (
    <header
      className={`relative mt-2 overflow-hidden rounded-[1.5rem] px-6 py-8 sm:rounded-[2.25rem] sm:px-10 sm:py-10 lg:px-14 lg:py-12 ${TONES[tone]}`}
    >
      <div aria-hidden="true" className="sprinkled absolute inset-0 opacity-35" />
      <div className="relative items-end justify-between gap-x-12 lg:flex">
        <div>
          <h1 className="font-display text-[2.75rem] leading-none font-semibold tracking-tight text-balance sm:text-6xl lg:text-7xl">
            {title}
          </h1>
          <p className="mt-3 text-lg text-pretty sm:text-xl lg:mt-4">{intro}</p>
        </div>
        {children}
      </div>
    </header>
  )
}
