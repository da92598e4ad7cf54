import type { ProductSort } from '@nashta/contracts/constants'

export const SORT_LABELS: Record<ProductSort, string> = {
  relevance: 'Relevance',
  newest: 'Newest',
  'price-asc': 'Price: Low to High',
  'unit-price': 'Unit price: Low to High',
  'price-desc': 'Price: High to Low',
  origin: 'Country of origin',
}
