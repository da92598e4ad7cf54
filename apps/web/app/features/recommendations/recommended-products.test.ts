import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { recommendedProducts } from './recommended-products.ts'

const donut = aProduct()

it('shows what the catalogue says of a recommended product, and nothing the catalogue has lost', () => {
  const stale = { product_id: 'donut', name: 'Old donut', price: 1, description: '', image_url: '' }
  const gone = { ...stale, product_id: 'gone' }

  expect(recommendedProducts([gone, stale], [donut])).toEqual([donut])
})

it('keeps the order of the recommendations', () => {
  const chips = aProduct({ products_id: 'chips' })
  const asked = ['chips', 'donut'].map((product_id) => ({
    product_id,
    name: '',
    price: 1,
    description: '',
    image_url: '',
  }))

  expect(recommendedProducts(asked, [donut, chips])).toEqual([chips, donut])
})
