import { AccountError } from '@nashta/browser/identity/account-error'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FETCH_ONCE } from '../../data/fetch-once.ts'

/**
 * The token behind the `#` of this page, and what `check` says about it: null for a link that does
 * not work.
 */
export function useLinkCheck<Result>(name: string, check: (token: string) => Promise<Result>) {
  const [token] = useState(() => window.location.hash.slice(1))
  const link = useQuery({
    ...FETCH_ONCE,
    queryKey: [name, token],
    queryFn: () => resultOrNull(check(token)),
  })
  return { token, link }
}

async function resultOrNull<Result>(check: Promise<Result>): Promise<Result | null> {
  try {
    return await check
  } catch (error) {
    // The user pool has several errors for a link that does not work: a cut-off link is not even a token.
    // A rate limit and a lost connection, whose kind is null, say nothing about the link.
    if (error instanceof AccountError && error.kind !== null && error.kind !== 'TooManyRequestsException')
      return null
    throw error
  }
}
