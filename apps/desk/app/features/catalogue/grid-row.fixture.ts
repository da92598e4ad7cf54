import { GRID_FIELDS } from '@nashta/contracts/catalogue/product-fields'
import { type GridRow, gridRowSchema } from '@nashta/contracts/catalogue/product-grid'
import { namesOf } from '@nashta/contracts/form-fields'

const NO_VALUES = Object.fromEntries(namesOf(GRID_FIELDS).map((name) => [name, null]))

export const aGridRow = (row: Partial<GridRow> = {}): GridRow =>
  gridRowSchema.parse({
    ...NO_VALUES,
    products_id: 'chips',
    name: 'Masala Chips',
    packLabel: null,
    category: 'Chips',
    imageUrl: '',
    price: 40,
    mrp: 50,
    stock: 7,
    published: true,
    version: 'v1',
    ...row,
  })
