import type { ShopCall } from '@nashta/contracts/api/fetch-shop'
import { errorOfResponse } from '@nashta/contracts/api/shop-error'
import { getCart } from '@nashta/contracts/cart/cart'
import { listProducts } from '@nashta/contracts/catalogue/product'
import { expect, it } from 'vitest'
import { authorisedFetchShop, type GetAccessToken } from './access-token.ts'

const unauthenticated = errorOfResponse(401, { code: 'UNAUTHENTICATED', message: 'Please sign in' })

/** A store that accepts only the token `good`, and a session whose renewal gives the token `renewed`. */
function setup({ first, renewed }: { first: string | null; renewed: string | null }) {
  const calls: ShopCall[] = []
  const refused: unknown[] = []
  const getAccessToken: GetAccessToken = async (options) => {
    if (!options) return first
    refused.push(options.refused)
    return renewed
  }
  const fetchShop = authorisedFetchShop(async (endpoint, call = {}) => {
    calls.push(call)
    if (endpoint.access !== 'public' && call.accessToken !== 'good') throw unauthenticated
    return 'reply' as never
  }, getAccessToken)
  return { fetchShop, calls, refused }
}

const call = { params: { userId: 'asha' }, idempotencyKey: 'order-1' }

it('the token goes with calls that need one, and with no public call', async () => {
  const { fetchShop, calls } = setup({ first: 'good', renewed: null })
  await fetchShop(listProducts)
  await fetchShop(getCart, call)
  expect(calls).toEqual([{}, { ...call, accessToken: 'good' }])
})

it('a refused token is renewed once, and the retry keeps the idempotency key', async () => {
  const { fetchShop, calls, refused } = setup({ first: 'old', renewed: 'good' })
  expect(await fetchShop(getCart, call)).toBe('reply')
  expect(refused).toEqual(['old'])
  expect(calls).toEqual([
    { ...call, accessToken: 'old' },
    { ...call, accessToken: 'good' },
  ])
})

it.each([
  ['a session that cannot be renewed', { first: 'old', renewed: null }, 1],
  ['a renewed token that is refused too', { first: 'old', renewed: 'also old' }, 2],
  ['a guest', { first: null, renewed: 'good' }, 1],
])('%s gets the refusal of the store', async (_case, tokens, count) => {
  const { fetchShop, calls } = setup(tokens)
  await expect(fetchShop(getCart, call)).rejects.toBe(unauthenticated)
  expect(calls).toHaveLength(count)
})

it('any other refusal is not retried', async () => {
  const declined = errorOfResponse(402, { code: 'PAYMENT_DECLINED', message: 'Declined' })
  let calls = 0
  const fetchShop = authorisedFetchShop(
    async () => {
      calls += 1
      throw declined
    },
    async () => 'token',
  )
  await expect(fetchShop(getCart, call)).rejects.toBe(declined)
  expect(calls).toBe(1)
})
