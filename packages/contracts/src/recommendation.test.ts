import { expect, it } from 'vitest'
import { aProduct } from './product.fixture.ts'
import { getRecommendations } from './recommendation.ts'
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

it('takes numeric ids for text', () => {
  const reply = { recommendations: [{ product_id: 7, name: 'x', price: 1, description: '', image_url: '' }] }

  expect(getRecommendations.reply.parse(reply).recommendations[0]?.product_id).toBe('7')
})

it.each([
  [{}, 6],
  [{ limit: '1' }, 1],
  [{ limit: '50' }, 50],
  [{ limit: '51' }, 50],
])('asked for %j answers %d', (query, limit) => {
  expect(getRecommendations.query.parse(query)).toMatchObject({ limit, reasons: false })
})

it.each(['0', '-4', 'all', ''])('refuses a limit of %j', (limit) => {
  expect(getRecommendations.query.safeParse({ limit }).success).toBe(false)
})

it('comes with reasons for who asks for them, and for nobody else', () => {
  expect(getRecommendations.query.parse({ reasons: 'true' }).reasons).toBe(true)
  expect(getRecommendations.query.safeParse({ reasons: 'maybe' }).success).toBe(false)
})
