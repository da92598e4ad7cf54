import { errorLoadingRecommendations } from '@nashta/contracts/recommendations/recommendation-texts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ShelfState } from './shelf-state.tsx'

const laddoo = {
  products_id: 'laddoo',
  name: 'Laddoo',
  description: '',
  price: 279,
  imageUrl: '',
  category: 'Nuts & Treats',
}

it.each([
  ['on their way', undefined, null, 'Loading recommendations...'],
  ['none', [], null, 'No recommendations yet.'],
  [
    'not to be had',
    undefined,
    new Error('Recommendation API error: 503'),
    'Error loading recommendations: Recommendation API error: 503',
  ],
  ['there', [laddoo], null, 'Laddoo'],
  ['there from before, when the store is away', [laddoo], new Error('away'), 'Laddoo'],
])('says so when products are %s', (_case, products, error, text) => {
  const html = renderToStaticMarkup(
    <ShelfState
      products={products}
      error={error}
      loading="Loading recommendations..."
      empty="No recommendations yet."
      failed={errorLoadingRecommendations}
    >
      {(shown) => shown.map(({ name }) => name)}
    </ShelfState>,
  )

  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(text)
})
