import type { ReactNode } from 'react'
import { Action } from './controls.tsx'
import { Notice } from './message.tsx'

type PagedQuery = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Shown below a list: the button for the next page or, after the last page, `children`. */
export function MorePages({ query, children }: { query: PagedQuery; children?: ReactNode }) {
  return (
    <p className="mt-3 flex items-center justify-center gap-4 text-ink-soft">
      {query.hasNextPage ? <NextPage query={query}>Show more</NextPage> : children}
    </p>
  )
}

type NoRowsProps = { query: PagedQuery; title: string; children: ReactNode }

/**
 * Shown in place of an empty list. When there are more pages, it offers the next one, because the
 * first match of a filter may be there.
 */
export function NoRows({ query, title, children }: NoRowsProps) {
  if (!query.hasNextPage) return <Notice title={title}>{children}</Notice>
  return (
    <Notice title="None among the newest orders">
      <p className="mb-3">There may be some among older orders.</p>
      <NextPage query={query}>Look further</NextPage>
    </Notice>
  )
}

function NextPage({ query, children }: { query: PagedQuery; children: ReactNode }) {
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
