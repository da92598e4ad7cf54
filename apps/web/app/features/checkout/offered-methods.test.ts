import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { expect, it } from 'vitest'
import { fetchOfferedMethods, SPECIFIED_METHODS } from './offered-methods.ts'

it('only known methods and ways are offered, sorted as the shop sorts them', async () => {
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

// Without this error, the checkout could show card fields that the shop does not offer.
it('a list of methods that cannot be loaded is an error', async () => {
  await expect(fetchFrom(Response.json({}, { status: 503 }))).rejects.toThrow('503')
})

function fetchFrom(response: Response) {
  return fetchOfferedMethods(httpFetchShop({ fetch: async () => response }))
}
