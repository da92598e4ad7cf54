import { asPaise } from '@nashta/contracts/money'
import type { ProductRecord } from './product-store.ts'

export function aProduct(fields: Partial<ProductRecord> = {}): ProductRecord {
  return {
    products_id: 'motichoor-laddoo',
    name: 'Motichoor Laddoo',
    description: 'Tiny gram-flour pearls fried in ghee.',
    pricePaise: asPaise(27_950),
    imageUrl: '/images/laddoo-1.webp',
    images: ['/images/laddoo-1.webp', '/images/laddoo-2.webp'],
    imageKeys: ['laddoo-1.webp', 'laddoo-2.webp'],
    category: 'Nuts & Treats',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}
