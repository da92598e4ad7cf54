import type { ReactNode } from 'react'
import { QueryCacheProvider } from '../../data/query-client.tsx'
import { type Suggestions, useRecommendations } from './use-recommendations.ts'

export type PersonalSuggestionsProps = {
  userId: string
  limit: number
  /** Null while they load, and when there are none. */
  children: (suggestions: Suggestions | null) => ReactNode
}

/** Has its own query client, because the home page does not load one for guests. */
export default function PersonalSuggestions(props: PersonalSuggestionsProps) {
  return (
    <QueryCacheProvider>
      <LoadedSuggestions {...props} />
    </QueryCacheProvider>
  )
}

function LoadedSuggestions({ userId, limit, children }: PersonalSuggestionsProps) {
  const { suggestions } = useRecommendations({ userId, limit, enabled: true })
  return children(suggestions && suggestions.products.length > 0 ? suggestions : null)
}
