import { isShopError } from '@nashta/contracts/api/shop-error'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Action, PageHeading } from './controls.tsx'
import { Notice } from './message.tsx'

const LOADING = 'Loading…'

type QueryStateProps<Data> = {
  query: UseQueryResult<Data>
  /** Shown until the data arrives, for a page whose own heading needs the data. */
  heading?: string
  children: (data: Data) => ReactNode
}

/**
 * Shows the data of a query. Without data it shows that the query is loading or has failed. Old
 * data stays visible while it is fetched again, also when that fails.
 */
export function QueryState<Data>({ query, heading, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <>
      {heading === undefined ? null : <PageHeading title={heading} />}
      {query.isPending ? (
        <output className="block p-8 text-center text-ink-soft">{LOADING}</output>
      ) : (
        <Notice title="This could not be loaded">
          <p className="mb-3">{failureText(query.error)}</p>
          <Action onClick={() => void query.refetch()}>Try again</Action>
        </Notice>
      )}
    </>
  )
}

/**
 * As `QueryState`, for what a search or a filter has found. What the search before has found stays, but
 * pale and under a message, until the new rows arrive.
 */
export function FoundState<Data>({ query, children }: Omit<QueryStateProps<Data>, 'heading'>) {
  const isOutdated = query.isPlaceholderData
  return (
    <QueryState query={query}>
      {(data) => (
        <>
          <output className="pointer-events-none fixed inset-x-0 top-16 z-20 grid justify-items-center">
            {isOutdated ? (
              <span className="rounded-full border border-line bg-paper px-4 py-1.5 font-medium shadow-lg transition-opacity delay-150 starting:opacity-0">
                {LOADING}
              </span>
            ) : null}
          </output>
          <div aria-busy={isOutdated || undefined} className={isOutdated ? 'opacity-50' : undefined}>
            {children(data)}
          </div>
        </>
      )}
    </QueryState>
  )
}

/**
 * The text of a failed call in plain words. For example, `API request failed: body.items.0.taxRate: …`
 * becomes `Items 1, tax rate: …`.
 */
export function failureText(error: unknown): string {
  if (!isShopError(error)) return 'Something went wrong at the desk.'
  const message = error.message.replace(/^API request failed: /, '')
  const [, path, text] = /^(?:body|query|path|header)((?:\.[\w-]+)*): (.+)$/s.exec(message) ?? []
  if (path === undefined || text === undefined) return message
  return path === '' ? capitalised(text) : `${capitalised(inWords(path.slice(1)))}: ${text}`
}

/** `items.0.taxRate` as `items 1, tax rate`. */
function inWords(path: string): string {
  const names = path.replaceAll(/\.(\d+)/g, (_, index) => ` ${Number(index) + 1}`).replaceAll('.', ', ')
  return names.replaceAll('-', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
