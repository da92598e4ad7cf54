import { getCart } from '@nashta/contracts/cart/cart'
import { getProduct, listProducts } from '@nashta/contracts/catalogue/product'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { createFetchShop } from './fetch-shop.ts'

type Asked = { path: string; headers?: Record<string, string> }

function setup(answer: () => Response | Promise<Response>) {
  const asked: Asked[] = []
  const fetchShop = createFetchShop({
    fetch: async (path, { headers = {} }) => {
      asked.push({ path, headers })
      return answer()
    },
    getAccessToken: async () => 'asha-token',
  })
  return { asked, fetchShop }
}

it('asks at the address of the contract, and leaves out what is empty', async () => {
  const { asked, fetchShop } = setup(() => Response.json({ data: [aProduct()] }))

  expect(await fetchShop(listProducts, { query: { search: 'a b&c', category: '', limit: 3 } })).toEqual({
    data: [aProduct()],
  })
  await fetchShop(getProduct, { params: { id: 'a/b' } }).catch(() => undefined)
  expect(asked.map(({ path }) => path)).toEqual([
    '/api/products?search=a+b%26c&limit=3',
    '/api/products/a%2Fb',
  ])
})

it('shows the token to calls that are somebody’s own, and to no other', async () => {
  const { asked, fetchShop } = setup(() => Response.json({}))
  await fetchShop(listProducts).catch(() => undefined)
  await fetchShop(getCart, { params: { userId: 'asha' } }).catch(() => undefined)

  expect(asked.map(({ headers }) => headers?.['authorization'])).toEqual([undefined, 'Bearer asha-token'])
})

it.each([
  [
    'the words of the store',
    () => Response.json({ code: 'OUT_OF_STOCK', message: 'Gone' }, { status: 409 }),
    409,
    'Gone',
  ],
  ['the status without any', () => new Response('<html>', { status: 502 }), 502, 'HTTP error! status: 502'],
  [
    'an answer of another shape',
    () => Response.json({ data: 7 }),
    null,
    'The store gave an answer that could not be read. Please try again.',
  ],
  [
    'no answer',
    () => Promise.reject(new TypeError('fetch failed')),
    null,
    'The store could not be reached. Please check your connection and try again.',
  ],
])('fails with %s, wrapped once', async (_case, answer, status, text) => {
  const { fetchShop } = setup(answer)

  await expect(fetchShop(listProducts)).rejects.toMatchObject({
    name: 'ShopError',
    status,
    message: `API request failed: ${text}`,
  })
})
