import type { ReactNode } from 'react'

/** A page that shows only a short text, for example while the desk is loading. */
export function Message({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className="grid min-h-[60dvh] place-content-center gap-2 p-6 text-center">
      <h1 className="text-xl font-semibold">{title}</h1>
      {children ? <p className="max-w-prose text-ink-soft [&_a]:underline">{children}</p> : null}
    </main>
  )
}

/** A short text in a page, for example in place of an empty list. */
export function Notice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid gap-1 rounded-xl border border-line bg-paper-deep px-5 py-8 text-center">
      <p className="font-semibold">{title}</p>
      {children ? <div className="text-ink-soft">{children}</div> : null}
    </div>
  )
}
