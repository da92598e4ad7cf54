import { asPaise } from '@nashta/contracts/money'
import type { ProductRecord } from './product-store.ts'

/** The optional fields that shoppers see (see `PRODUCT_FIELDS`). */
export const FACTS = {
  mrpPaise: asPaise(29_900),
  netQuantity: { value: 250, unit: 'g' },
  family: 'laddoo',
  packLabel: '250 g',
  diet: 'veg',
  vegan: false,
  jain: true,
  allergens: { contains: ['milk'], mayContain: ['tree nuts'] },
  origin: 'IN',
  ingredients: 'Gram flour, sugar, ghee',
  nutrition: { energyKcal: 466, servingSize: 40 },
  shelfLifeDays: 15,
  storage: 'Keep dry',
  importer: 'Imports, Mumbai',
  maker: { name: 'Maker', address: '1 Lane, Mumbai 400001', fssai: '10000000000014' },
  hsn: '2106',
  gstRate: 5,
} satisfies Partial<ProductRecord>

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
