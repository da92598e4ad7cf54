import type { ReactNode } from 'react'
import { Action } from './controls.tsx'
import { Notice } from './message.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** Below a list: the button for the next page, or `children` at the end. */
export function MorePages({ query, children }: { query: Pages; children?: ReactNode }) {
  return (
    <p className="mt-3 flex items-center justify-center gap-4 text-ink-soft">
      {query.hasNextPage ? <NextPage query={query}>Show more</NextPage> : children}
    </p>
  )
}

/** Shown instead of a list without rows. The first match of a filter may be on a later page. */
export function NoRows({ query, title, children }: { query: Pages; title: string; children: ReactNode }) {
  if (!query.hasNextPage) return <Notice title={title}>{children}</Notice>
  return (
    <Notice title="None among the newest orders">
      <p className="mb-3">There may be some among older orders.</p>
      <NextPage query={query}>Look further</NextPage>
    </Notice>
  )
}

function NextPage({ query, children }: { query: Pages; children: ReactNode }) {
  const { isFetchingNextPage } = query
  return (
    <Action
      aria-disabled={isFetchingNextPage || undefined}
      onClick={() => {
        if (!isFetchingNextPage) void query.fetchNextPage()
      }}
    >
      {isFetchingNextPage ? 'Loading…' : children}
    </Action>
  )
}
