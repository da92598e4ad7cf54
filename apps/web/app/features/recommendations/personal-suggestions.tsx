import type { ReactNode } from 'react'
import { DataProvider } from '../../data/query-client.tsx'
import { type Suggestions, useRecommendations } from './use-recommendations.ts'

export type PersonalSuggestionsProps = {
  userId: string
  limit: number
  /** Null until they are there, and when they cannot be had. */
  children: (suggestions: Suggestions | null) => ReactNode
}

/** For a page that most people see without: it brings along what keeps data. */
export default function PersonalSuggestions(props: PersonalSuggestionsProps) {
  return (
    <DataProvider>
      <Asked {...props} />
    </DataProvider>
  )
}

function Asked({ userId, limit, children }: PersonalSuggestionsProps) {
  const { suggestions } = useRecommendations({ userId, limit, isServed: true })
  return children(suggestions && suggestions.products.length > 0 ? suggestions : null)
}
