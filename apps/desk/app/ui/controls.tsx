import type { ComponentProps, ReactNode } from 'react'

const LOOKS = {
  main: 'bg-raspberry text-white hover:bg-raspberry-deep disabled:opacity-60',
  quiet: 'border border-ink-soft/60 hover:bg-paper-deep disabled:opacity-60',
  plain: 'hover:bg-paper-deep',
}

export type ActionProps = Omit<ComponentProps<'button'>, 'className'> & { look?: keyof typeof LOOKS }

/** A button of the desk: lower than the storefront's, still 40 pixels high for a thumb. */
export function Action({ look = 'quiet', type = 'button', ...button }: ActionProps) {
  return <button {...button} type={type} className={actionClasses(look)} />
}

export function actionClasses(look: keyof typeof LOOKS = 'quiet') {
  return `inline-flex min-h-10 items-center justify-center gap-2 rounded-lg px-4 font-semibold whitespace-nowrap ${LOOKS[look]}`
}

export const INPUT =
  'h-10 w-full min-w-0 rounded-lg border border-ink-soft bg-white px-3 aria-invalid:border-raspberry'

export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {children ? <div className="flex flex-wrap items-center gap-2">{children}</div> : null}
    </div>
  )
}

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-xl border border-line bg-paper-deep/60 p-4">
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
