import { expect, it } from 'vitest'
import { getCart } from '../cart/cart.ts'
import { aProduct } from '../catalogue/product.fixture.ts'
import { getProduct, listProducts } from '../catalogue/product.ts'
import { httpFetchShop } from './fetch-shop.ts'

type SentRequest = { url: string; headers: Headers }

/** For tests of the request only: their response does not match the contract. */
const ignoreFailure = () => undefined

function setup(respond: () => Response | Promise<Response>, origin = '') {
  const sent: SentRequest[] = []
  const fetchShop = httpFetchShop({
    origin,
    async fetch(url, { headers }) {
      sent.push({ url, headers: new Headers(headers) })
      return respond()
    },
  })
  return { sent, fetchShop }
}

it('a call goes to the path of its endpoint, without empty query parameters', async () => {
  const { sent, fetchShop } = setup(() => Response.json({ data: [aProduct()] }))

  expect(await fetchShop(listProducts, { query: { search: 'a b&c', category: '', limit: 3 } })).toEqual({
    data: [aProduct()],
  })
  await fetchShop(getProduct, { params: { id: 'a/b' } }).catch(ignoreFailure)
  expect(sent.map(({ url }) => url)).toEqual(['/api/products?search=a+b%26c&limit=3', '/api/products/a%2Fb'])
})

it('a call goes to the given origin', async () => {
  const { sent, fetchShop } = setup(() => Response.json({ data: [] }), 'http://shop.example/')
  await fetchShop(listProducts)
  expect(sent[0]?.url).toBe('http://shop.example/api/products')
})

it('a token is sent only to endpoints that are not public, an idempotency key to any', async () => {
  const { sent, fetchShop } = setup(() => Response.json({}))
  const call = { accessToken: 'asha-token', idempotencyKey: 'key-1', params: { userId: 'asha' } }
  await fetchShop(listProducts, call).catch(ignoreFailure)
  await fetchShop(getCart, call).catch(ignoreFailure)

  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer asha-token'])
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1', 'key-1'])
})

it('the version that the caller has read is sent in If-Match, in quotation marks', async () => {
  const { sent, fetchShop } = setup(() => Response.json({ data: [] }))
  await fetchShop(listProducts, { ifMatch: 'v1' })
  await fetchShop(listProducts)
  expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual(['"v1"', null])
})

it('fields that the client does not know are ignored', async () => {
  const product = aProduct({ netQuantity: { value: 6, unit: 'piece' } })
  const newer = { ...product, vintage: 5, netQuantity: { value: 6, unit: 'piece', packs: 1 } }
  const { fetchShop } = setup(() => Response.json({ data: [newer], requestId: 'r1' }))

  expect(await fetchShop(listProducts)).toEqual({ data: [product] })
})

it.each([
  [
    'the message of the store',
    () => Response.json({ code: 'OUT_OF_STOCK', message: 'Sold out' }, { status: 409 }),
    409,
    'Sold out',
  ],
  [
    'the status where there is no message',
    () => new Response('<html>', { status: 502 }),
    502,
    'HTTP error! status: 502',
  ],
  [
    'a text about an unreadable response',
    () => Response.json({ data: 7 }),
    null,
    'The store gave an answer that could not be read. Please try again.',
  ],
  [
    'a text about an unreachable store',
    () => Promise.reject(new TypeError('fetch failed')),
    null,
    'The store could not be reached. Please check your connection and try again.',
  ],
])(
  'the error of a failed call has the prefix "API request failed" once, and then %s',
  async (_case, respond, status, text) => {
    const { fetchShop } = setup(respond)

    await expect(fetchShop(listProducts)).rejects.toMatchObject({
      name: 'ShopError',
      status,
      message: `API request failed: ${text}`,
    })
  },
)
