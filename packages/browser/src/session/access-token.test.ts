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
  const refusedTokens: unknown[] = []
  const getAccessToken: GetAccessToken = async (options) => {
    if (!options) return first
    refusedTokens.push(options.refused)
    return renewed
  }
  const fetchShop = authorisedFetchShop(async (endpoint, call = {}) => {
    calls.push(call)
    if (endpoint.access !== 'public' && call.accessToken !== 'good') throw unauthenticated
    return 'reply' as never
  }, getAccessToken)
  return { fetchShop, calls, refusedTokens }
}

const cartCall = { params: { userId: 'asha' }, idempotencyKey: 'order-1' }

it('the access token is sent with calls that need it, and not with public calls', async () => {
  const { fetchShop, calls } = setup({ first: 'good', renewed: null })
  await fetchShop(listProducts)
  await fetchShop(getCart, cartCall)
  expect(calls).toEqual([{}, { ...cartCall, accessToken: 'good' }])
})

it('a refused token is renewed once, and the retry keeps the idempotency key', async () => {
  const { fetchShop, calls, refusedTokens } = setup({ first: 'old', renewed: 'good' })
  expect(await fetchShop(getCart, cartCall)).toBe('reply')
  expect(refusedTokens).toEqual(['old'])
  expect(calls).toEqual([
    { ...cartCall, accessToken: 'old' },
    { ...cartCall, accessToken: 'good' },
  ])
})

it.each([
  ['in a session that cannot be renewed', { first: 'old', renewed: null }, 1],
  ['with a renewed token that is refused too', { first: 'old', renewed: 'also old' }, 2],
  ['of a guest', { first: null, renewed: 'good' }, 1],
])('a call %s fails with the refusal of the store', async (_case, tokens, attempts) => {
  const { fetchShop, calls } = setup(tokens)
  await expect(fetchShop(getCart, cartCall)).rejects.toBe(unauthenticated)
  expect(calls).toHaveLength(attempts)
})

it('a call that is refused for another reason than its token is not retried', async () => {
  const declined = errorOfResponse(402, { code: 'PAYMENT_DECLINED', message: 'Declined' })
  let calls = 0
  const fetchShop = authorisedFetchShop(
    async () => {
      calls += 1
      throw declined
    },
    async () => 'token',
  )
  await expect(fetchShop(getCart, cartCall)).rejects.toBe(declined)
  expect(calls).toBe(1)
})
