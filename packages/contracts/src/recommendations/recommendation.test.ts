import { expect, it } from 'vitest'
import { getRecommendations } from './recommendation.ts'

it('a numeric product id is parsed as text', () => {
  const reply = { recommendations: [{ product_id: 7, name: 'x', price: 1, description: '', image_url: '' }] }

  expect(getRecommendations.reply.parse(reply).recommendations[0]?.product_id).toBe('7')
})

it('a price as text is parsed as a number, and a null description or picture as an empty text', () => {
  const item = { product_id: 'laddoo', name: 'Laddoo', price: '279.50', description: null, image_url: null }

  expect(getRecommendations.reply.parse({ recommendations: [item] }).recommendations).toEqual([
    { ...item, price: 279.5, description: '', image_url: '' },
  ])
})

it.each([
  [{}, 6],
  [{ limit: '1' }, 1],
  [{ limit: '50' }, 50],
  [{ limit: '51' }, 50],
])('the query %j has the limit %d, and requests no reasons', (query, limit) => {
  expect(getRecommendations.query.parse(query)).toMatchObject({ limit, reasons: false })
})

it.each(['0', '-4', 'all', ''])('a limit of %j is refused', (limit) => {
  expect(getRecommendations.query.safeParse({ limit }).success).toBe(false)
})

it('reasons are requested with true, and a value other than true and false is refused', () => {
  expect(getRecommendations.query.parse({ reasons: 'true' }).reasons).toBe(true)
  expect(getRecommendations.query.safeParse({ reasons: 'maybe' }).success).toBe(false)
})
