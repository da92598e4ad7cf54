import { errorLoadingRecommendations } from '@nashta/contracts/recommendations/recommendation-texts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ProductListState } from './collection-page.tsx'

const laddoo = {
  products_id: 'laddoo',
  name: 'Laddoo',
  description: '',
  price: 279,
  imageUrl: '',
  category: 'Nuts & Treats',
}

it.each([
  ['is loading', undefined, null, 'Loading recommendations...'],
  ['is empty', [], null, 'No recommendations yet.'],
  [
    'has failed',
    undefined,
    new Error('Recommendation API error: 503'),
    'Error loading recommendations: Recommendation API error: 503',
  ],
  ['has loaded', [laddoo], null, 'Laddoo'],
  ['has loaded before a failure', [laddoo], new Error('away'), 'Laddoo'],
])('a product list that %s shows its products or its text', (_case, products, error, text) => {
  const html = renderToStaticMarkup(
    <ProductListState
      products={products}
      error={error}
      loadingText="Loading recommendations..."
      emptyText="No recommendations yet."
      errorText={errorLoadingRecommendations}
    >
      {(loaded) => loaded.map(({ name }) => name)}
    </ProductListState>,
  )

  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(text)
})
