import type { Product } from './product.ts'

export function aProduct(fields: Partial<Product> = {}): Product {
  return {
    products_id: 'donut',
    name: 'Donut',
    description: 'Glazed',
    price: 89,
    imageUrl: '/images/donut.webp',
    images: ['/images/donut.webp'],
    imageKeys: ['donut.webp'],
    category: 'Donuts',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}
