import { CALLER_LIMITS, IP_LIMITS } from '@nashta/contracts/api/rate-limits'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signatureOf } from './payments/razorpay/razorpay-signature.ts'
import { openTestShop, TEST_PAYMENTS } from './shop.fixture.ts'

let test: Awaited<ReturnType<typeof openTestShop>>
beforeEach(async () => {
  // A second passes between two calls on the clock of the paces, so that no call has to wait.
  let time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000))
  test = await openTestShop({ rateLimitScale: 1 })
})
afterEach(() => test.close())

/** One call of each kind. A call that is refused because of its body counts too. */
const CALLS = {
  newsletter: () => test.call('asha', 'POST', '/newsletter', { name: 'Asha', email: 'asha@example.in' }),
  ticket: () =>
    test.call('asha', 'POST', '/tickets', { name: 'Asha', email: 'asha@example.in', text: 'Stale' }),
  checkout: () => test.call('asha', 'POST', '/purchases/asha', {}),
  search: () => test.call('asha', 'GET', '/products?search=laddoo'),
  paymentMessage: () => test.call('asha', 'POST', '/payments/simulator/webhook', {}),
}

it.each(['newsletter', 'ticket', 'checkout', 'search', 'paymentMessage'] as const)(
  'calls of the kind %s over the limit get 429 with Retry-After, and pass after that time',
  async (kind) => {
    const { limit, perSeconds } = IP_LIMITS[kind]
    const call = CALLS[kind]
    for (let times = 0; times < limit; times += 1) expect((await call()).status).not.toBe(429)

    const refused = await call()
    expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    expect(refused.headers['retry-after']).toBe(String(perSeconds))
    test.clock.now = new Date(test.clock.now.getTime() + perSeconds * 1000)
    expect((await call()).status).not.toBe(429)
  },
)

it('signed webhooks pass beyond the limit of visitors, also while forged ones flood the shop', async () => {
  await test.close()
  const payments = { ...TEST_PAYMENTS, providers: ['razorpay'] as const }
  test = await openTestShop({ rateLimitScale: 1, payments })
  const send = async (signature: string) =>
    (
      await test.shop.app.inject({
        method: 'POST',
        url: '/api/payments/razorpay/webhook',
        headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature },
        body: '{}',
      })
    ).statusCode
  const signed = signatureOf('{}', payments.razorpay.webhookSecret)
  const { limit } = IP_LIMITS.paymentMessage
  for (let times = 0; times < limit; times += 1) expect(await send('forged')).toBe(403)
  expect(await send('forged')).toBe(429)
  for (let times = 0; times < IP_LIMITS.paymentWebhook.limit; times += 1) expect(await send(signed)).toBe(200)
  expect(await send(signed)).toBe(429)
})

it('reads of the cart, and of the catalogue without a search, are not limited', async () => {
  for (let times = 0; times < IP_LIMITS.search.limit; times += 1) await CALLS.search()
  expect((await CALLS.search()).status).toBe(429)
  expect((await test.call('asha', 'GET', '/products?limit=2')).status).toBe(200)
  expect((await test.call('asha', 'GET', '/carts/asha')).status).toBe(200)
})

it('a shopper gets 429 for too many cart changes, and others at the same IP do not', async () => {
  // The empty body is refused with 400, but the call counts.
  const change = (sub: string) => test.call(sub, 'PUT', `/carts/${sub}`, {})
  for (let times = 0; times < CALLER_LIMITS.cart.limit; times += 1)
    expect((await change('asha')).status).toBe(400)
  expect((await change('asha')).status).toBe(429)
  expect((await change('ravi')).status).toBe(400)
  expect((await test.call('asha', 'GET', '/carts/asha')).status).toBe(200)
})
