import type { GridRow } from '@nashta/contracts/catalogue/product-grid'

export const aGridRow = (row: Partial<GridRow> = {}): GridRow => ({
  products_id: 'chips',
  name: 'Masala Chips',
  packLabel: null,
  category: 'Chips',
  imageUrl: '',
  price: 40,
  mrp: 50,
  stock: 7,
  lowStockLevel: null,
  published: true,
  version: 'v1',
  ...row,
})
