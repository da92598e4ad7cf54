import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { expect, it } from 'vitest'
import { fetchOfferedMethods, SPECIFIED_METHODS } from './offered-methods.ts'

it('only ways to pay that the checkout knows are offered, in the order of the shop', async () => {
  const methods = [
    { method: 'upi', way: 'upiQr' },
    { method: 'wallet', way: 'redirect' },
    { method: 'card', way: 'telepathy' },
    { method: 'cod', way: 'onDelivery', maxAmount: 5000 },
  ]
  expect(await fetchFrom(Response.json({ data: { methods } }))).toEqual([
    { method: 'upi', way: 'upiQr' },
    { method: 'cod', way: 'onDelivery', maxAmount: 5000 },
  ])
})

it('the four methods of the specification are offered when the Shop API has no list of methods', async () => {
  expect(await fetchFrom(Response.json({ code: 'ROUTE_NOT_FOUND' }, { status: 404 }))).toEqual(
    SPECIFIED_METHODS,
  )
})

it('a list that cannot be loaded is an error: card fields must not appear where they are not offered', async () => {
  await expect(fetchFrom(Response.json({}, { status: 503 }))).rejects.toThrow('503')
})

function fetchFrom(response: Response) {
  return fetchOfferedMethods(httpFetchShop({ fetch: async () => response }))
}
