import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { expect, it } from 'vitest'
import { fetchPaymentOffer, SPECIFIED_OFFER } from './offered-methods.ts'

it('only known methods and ways are offered, sorted as the shop sorts them', async () => {
  const methods = [
    { method: 'upi', way: 'upiQr' },
    { method: 'wallet', way: 'redirect' },
    { method: 'card', way: 'telepathy' },
    { method: 'cod', way: 'onDelivery', maxAmount: 5000 },
  ]
  const offer = await fetchFrom(Response.json({ data: { methods, takesOrders: true, isTrial: false } }))
  expect(offer).toEqual({
    methods: [
      { method: 'upi', way: 'upiQr' },
      { method: 'cod', way: 'onDelivery', maxAmount: 5000 },
    ],
    closedText: null,
    trialNote: null,
  })
})

it('where an operator has chosen the simulator, the offer names the methods that move no money', async () => {
  const methods = [
    { method: 'card', way: 'fields', provider: 'simulator' },
    { method: 'upi', way: 'upiQr', provider: 'upi' },
    { method: 'netbanking', way: 'fields', provider: 'simulator' },
  ]
  const offer = await fetchFrom(Response.json({ data: { methods, takesOrders: true, isTrial: true } }))
  expect(offer.trialNote).toBe('Payment by card and net banking is simulated in this shop: no money moves.')
})

it('the four methods of the specification are offered when the Shop API has no list of methods', async () => {
  expect(await fetchFrom(Response.json({ code: 'ROUTE_NOT_FOUND' }, { status: 404 }))).toEqual(
    SPECIFIED_OFFER,
  )
})

// Without this error, the checkout could show card fields that the shop does not offer.
it('a list of methods that cannot be loaded is an error', async () => {
  await expect(fetchFrom(Response.json({}, { status: 503 }))).rejects.toThrow('503')
})

function fetchFrom(response: Response) {
  return fetchPaymentOffer(httpFetchShop({ fetch: async () => response }))
}

it('a shop that pauses says why, and from which day it takes orders again', async () => {
  const pause = { text: 'We are at a wedding.', until: '2026-02-07' }
  const offer = await fetchFrom(
    Response.json({ data: { methods: [], takesOrders: false, pause, isTrial: false } }),
  )
  expect(offer.closedText).toBe('We are at a wedding. The shop takes orders again from February 7, 2026.')
})
