import { Failure } from '@nashta/ui/failure'
import type { ReactNode } from 'react'
import { Action } from './controls.tsx'
import { Notice } from './message.tsx'
import { failureText } from './query-state.tsx'

type PagedQuery = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => Promise<unknown>
}

/** Shown below a list: the button for the next page or, after the last page, `children`. */
export function MorePages({ query, children }: { query: PagedQuery; children?: ReactNode }) {
  return (
    <div className="mt-3 flex items-center justify-center gap-4 text-ink-soft">
      {query.hasNextPage ? <NextPage query={query}>Show more</NextPage> : children}
    </div>
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
  const { isFetchingNextPage, isFetchNextPageError, error } = query
  return (
    <div className="text-center">
      {isFetchNextPageError && !isFetchingNextPage ? <Failure>{failureText(error)}</Failure> : null}
      <Action
        aria-disabled={isFetchingNextPage || undefined}
        onClick={() => {
          if (!isFetchingNextPage) void query.fetchNextPage()
        }}
      >
        {isFetchingNextPage ? 'Loading…' : children}
      </Action>
    </div>
  )
}
