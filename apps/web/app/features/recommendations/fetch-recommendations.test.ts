import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { expect, it } from 'vitest'
import { fetchRecommendations } from './fetch-recommendations.ts'

const laddoo = {
  product_id: 'laddoo',
  name: 'Laddoo',
  price: 279,
  description: 'Sweet',
  image_url: '/l.webp',
}

async function ask(answer: () => Response | Promise<Response>) {
  const asked: string[] = []
  const fetchShop = httpFetchShop({
    async fetch(path) {
      asked.push(path)
      return answer()
    },
  })
  const result = await fetchRecommendations(fetchShop, { userId: 'a/b', limit: 6 }).catch(
    (error: unknown) => error,
  )
  return { asked, result }
}

it('asks for a shopper and so many, and takes what is suggested', async () => {
  const { asked, result } = await ask(() => Response.json({ recommendations: [laddoo] }))

  expect(asked).toEqual(['/api/recommendations/a%2Fb?limit=6&reasons=true'])
  expect(result).toEqual({ recommendations: [laddoo], reasons: {} })
})

it('has nothing to say where there is no such service', async () => {
  expect((await ask(() => new Response('{}', { status: 404 }))).result).toBeNull()
})

it.each([
  ['fails', () => new Response('{}', { status: 503 }), 'Recommendation API error: 503'],
  ['answers nonsense', () => Response.json({ recommendations: 7 }), 'Failed to load recommendations'],
  ['answers no JSON', () => new Response('<html>'), 'Failed to load recommendations'],
  [
    'cannot be reached',
    () => Promise.reject(new TypeError('fetch failed')),
    'Failed to load recommendations',
  ],
])('says so when the service %s', async (_case, answer, message) => {
  expect((await ask(answer)).result).toMatchObject({ message })
})
