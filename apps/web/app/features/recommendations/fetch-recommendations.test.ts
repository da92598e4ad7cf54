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

/** `result` is the reply, or the error of the call. The slash in the user id must be escaped. */
async function fetchFrom(respond: () => Response | Promise<Response>) {
  const requests: string[] = []
  const fetchShop = httpFetchShop({
    async fetch(path) {
      requests.push(path)
      return respond()
    },
  })
  const result = await fetchRecommendations(fetchShop, { userId: 'a/b', limit: 6 }).catch(
    (error: unknown) => error,
  )
  return { requests, result }
}

it('the request has the shopper, the limit and a flag for reasons, and its reply is returned', async () => {
  const { requests, result } = await fetchFrom(() => Response.json({ recommendations: [laddoo] }))

  expect(requests).toEqual(['/api/recommendations/a%2Fb?limit=6&reasons=true'])
  expect(result).toEqual({ recommendations: [laddoo], reasons: {} })
})

it('recommendations are null when the store has no recommendation service', async () => {
  expect((await fetchFrom(() => new Response('{}', { status: 404 }))).result).toBeNull()
})

it.each([
  ['fails', 'Recommendation API error: 503', () => new Response('{}', { status: 503 })],
  ['sends an invalid body', 'Failed to load recommendations', () => Response.json({ recommendations: 7 })],
  ['sends no JSON', 'Failed to load recommendations', () => new Response('<html>')],
  ['is unreachable', 'Failed to load recommendations', () => Promise.reject(new TypeError('fetch failed'))],
])('when the service %s, the error says: %s', async (_case, message, respond) => {
  expect((await fetchFrom(respond)).result).toMatchObject({ message })
})
