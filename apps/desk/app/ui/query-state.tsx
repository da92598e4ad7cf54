import { isShopError } from '@nashta/contracts/api/shop-error'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Action, PageHeading } from './controls.tsx'
import { Notice } from './message.tsx'

/**
 * Shows the data of a query. Without data it shows that the query is loading or has failed. Old
 * data stays visible while it is fetched again, also when that fails.
 */
export function QueryState<Data>({
  query,
  heading,
  children,
}: {
  query: UseQueryResult<Data>
  /** Shown until the data arrives, for a page whose own heading needs the data. */
  heading?: string
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  return (
    <>
      {heading === undefined ? null : <PageHeading title={heading} />}
      {query.isPending ? (
        <output className="block p-8 text-center text-ink-soft">Loading…</output>
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
