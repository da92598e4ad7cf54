import type { ReactNode } from 'react'
import { QueryCacheProvider } from '../../data/query-client.tsx'
import { type Suggestions, useRecommendations } from './use-recommendations.ts'

export type PersonalSuggestionsProps = {
  userId: string
  limit: number
  /** Renders the suggestions; null while they load, and when there are none. */
  children: (suggestions: Suggestions | null) => ReactNode
}

/** Brings the query cache's provider, which the home page does not load for guests. */
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
