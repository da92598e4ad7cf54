import { errorLoadingRecommendations } from '@nashta/contracts/recommendations/recommendation-texts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ProductListOrText } from './collection-page.tsx'

const laddoo = {
  products_id: 'laddoo',
  name: 'Laddoo',
  description: '',
  price: 279,
  imageUrl: '',
  category: 'Nuts & Treats',
}

it.each([
  ['is loading', 'Loading recommendations...', undefined, null],
  ['is empty', 'No recommendations yet.', [], null],
  [
    'has failed',
    'Error loading recommendations: Recommendation API error: 503',
    undefined,
    new Error('Recommendation API error: 503'),
  ],
  ['has loaded', 'Laddoo', [laddoo], null],
  ['has loaded before a failure', 'Laddoo', [laddoo], new Error('away')],
])('a product list that %s shows “%s”', (_case, text, products, error) => {
  const html = renderToStaticMarkup(
    <ProductListOrText
      products={products}
      error={error}
      loadingText="Loading recommendations..."
      emptyText="No recommendations yet."
      errorText={errorLoadingRecommendations}
    >
      {(loaded) => loaded.map(({ name }) => name)}
    </ProductListOrText>,
  )

  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(text)
})
