import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import { getRecommendations } from '@nashta/contracts/recommendations/recommendation'
import { listInteractions, type ShopEvent, storeEvents } from '@nashta/contracts/recommendations/shop-event'
import { expect, it, onTestFinished } from 'vitest'
import { bought, KEY, openTestService, snack } from './service.fixture.ts'

const CATALOGUE = [
  snack('dark-70', 'Chocolates', 'dark chocolate, stone-ground cacao'),
  snack('dark-85', 'Chocolates', 'dark chocolate, stone-ground cacao with raisin'),
  snack('dark-truffle', 'Chocolates', 'dark chocolate truffle, cacao'),
  snack('milk-bar', 'Chocolates', 'milk chocolate with caramel'),
  snack('masala-chips', 'Chips', 'crisp potato with masala'),
  snack('banana-chips', 'Chips', 'crisp banana with salt'),
  snack('rose-donut', 'Donuts', 'soft donut, rose icing'),
  snack('kesar-donut', 'Donuts', 'soft donut, saffron icing'),
  snack('cashews', 'Nuts', 'roasted cashews with salt'),
]

function openService() {
  const test = openTestService([...CATALOGUE])
  onTestFinished(() => test.close())
  return test
}

const idsOf = ({ recommendations }: { recommendations: { product_id: string }[] }) =>
  recommendations.map(({ product_id }) => product_id)

it('the response has the specified fields and the requested length, and no reasons unless requested', async () => {
  const test = openService()
  const { status, ...body } = await test.recommend('asha', '?limit=4')
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['recommendations'])
  expect(parseExactly(getRecommendations.reply, body).recommendations).toHaveLength(4)
  expect(Object.keys(body.recommendations[0] ?? {})).toEqual([
    'product_id',
    'name',
    'price',
    'description',
    'image_url',
  ])
  // Without a limit, the list has six products. It never has more than the catalogue.
  expect(idsOf(await test.recommend('asha'))).toHaveLength(6)
  expect(idsOf(await test.recommend('asha', '?limit=50'))).toHaveLength(CATALOGUE.length)
})

it('calls for suggestions have a pace', async () => {
  // The first call would begin after more than the longest wait.
  const test = openTestService([...CATALOGUE], { rateLimitScale: 1 / 1000 })
  onTestFinished(() => test.close())
  expect(await test.recommend('asha')).toMatchObject({ status: 429 })
  expect(await test.recommend('guest', '', null)).toMatchObject({ status: 429 })
})

it.each(['0', '-1', 'x', '1.5'])('a limit of %s is refused', async (limit) => {
  const { status, code, message } = await openService().recommend('asha', `?limit=${limit}`)
  expect({ status, code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
  expect(message).toContain('Limit is a whole number')
})

it('a shopper who bought two dark chocolates gets a similar one at once, with the reason', async () => {
  const test = openService()
  // This request caches a list from before the purchases.
  await test.recommend('asha', '?limit=4')
  await test.addEvents(bought('asha', 'dark-70'), bought('asha', 'dark-85'))

  const { recommendations, reasons = {} } = await test.recommend('asha', '?limit=4&reasons=true')
  expect(idsOf({ recommendations })).toContain('dark-truffle')
  expect(reasons['dark-truffle']).toMatchObject({ kind: 'bought', name: expect.stringMatching(/^dark/) })
})

it('only a product that the shopper bought gets the reason `again`', async () => {
  const test = openService()
  const view: ShopEvent = {
    id: 'view:1',
    kind: 'view',
    userId: 'asha',
    productId: 'milk-bar',
    at: '2026-01-01T00:00:00.000Z',
  }
  await test.addEvents(view, bought('ravi', 'milk-bar'))

  const viewed = await test.recommend('asha', '?limit=50&reasons=true')
  expect(idsOf(viewed)).toContain('milk-bar')
  expect(viewed.reasons).not.toHaveProperty('milk-bar')
  const { reasons } = await test.recommend('ravi', '?limit=50&reasons=true')
  expect(reasons).toHaveProperty('milk-bar', { kind: 'again', name: 'milk bar' })
})

it('a product in the cart is not suggested until it is removed from the cart', async () => {
  const test = openService()
  const reportCart = ({ version, quantity }: { version: number; quantity: number }) =>
    test.addEvents({
      id: `cart:asha:${version}`,
      kind: 'cart',
      userId: 'asha',
      version,
      lines: [{ productId: 'dark-70', quantity }],
      at: '2026-03-01T10:00:00.000Z',
    })
  await reportCart({ version: 1, quantity: 2 })
  expect(idsOf(await test.recommend('asha', '?limit=50'))).not.toContain('dark-70')
  await reportCart({ version: 2, quantity: 0 })
  expect(idsOf(await test.recommend('asha', '?limit=50'))).toContain('dark-70')
})

it('what goes well with a basket is the same for everybody, has nothing of its snacks, and one pack of each', async () => {
  const test = openTestService(
    CATALOGUE.map((product) =>
      product.products_id.startsWith('dark')
        ? product
        : Object.assign({}, product, { family: product.category }),
    ),
  )
  onTestFinished(() => test.close())
  const basket = '?limit=50&reasons=true&basket=dark-70,dark-85'
  const forAsha = await test.recommend('asha', basket)
  expect(idsOf(forAsha)[0]).toBe('dark-truffle')
  expect(idsOf(forAsha)).not.toContain('dark-70')
  // Donuts, chips, nuts, chocolates besides the dark ones, and the truffle.
  expect(idsOf(forAsha)).toHaveLength(5)
  expect(await test.recommend(GUEST_RECOMMENDATIONS_USER_ID, basket, null)).toEqual(forAsha)
  expect(idsOf(await test.recommend('asha', '?limit=50&basket=rose-donut'))).not.toContain('kesar-donut')
  // An unknown product goes with anything, and nothing is stored.
  expect(idsOf(await test.recommend('asha', '?limit=50&basket=gone'))).toHaveLength(7)
  const tooMany = Array.from({ length: 101 }, (_, line) => `p${line}`).join(',')
  expect(await test.recommend('asha', `?basket=${tooMany}`)).toMatchObject({ status: 400 })
})

it('a trained model survives a restart', async () => {
  const test = openService()
  for (let shopper = 0; shopper < 40; shopper++)
    await test.addEvents(
      bought(`chips-and-donut-${shopper}`, 'masala-chips', 'rose-donut'),
      bought(`nuts-${shopper}`, 'cashews'),
    )
  await test.service.trainNow()
  await test.addEvents(bought('asha', 'masala-chips'))
  expect(idsOf(await test.recommend('asha', '?limit=3'))).toContain('rose-donut')

  await test.restart()
  expect(idsOf(await test.recommend('asha', '?limit=3'))).toContain('rose-donut')
})

it('guests get popular products, and events of the guest id change nothing', async () => {
  const test = openService()
  for (let shopper = 0; shopper < 20; shopper++) await test.addEvents(bought(`shopper-${shopper}`, 'cashews'))
  await test.service.trainNow()
  const before = idsOf(await test.recommend(GUEST_RECOMMENDATIONS_USER_ID))
  expect(before[0]).toBe('cashews')
  await test.addEvents(bought(GUEST_RECOMMENDATIONS_USER_ID, 'dark-70', 'dark-85'))
  expect(idsOf(await test.recommend(GUEST_RECOMMENDATIONS_USER_ID))).toEqual(before)
})

it('suggestions follow the catalogue: deleted products disappear, new ones can appear', async () => {
  const test = openService()
  await test.recommend('asha')
  test.shop.products = [...CATALOGUE.slice(1), snack('dark-99', 'Chocolates', 'dark chocolate')]
  test.shop.version += 1
  // A second later a request looks for a new catalogue in the background.
  test.clock.now = new Date(test.clock.now.getTime() + 1000)
  await test.recommend('asha')

  await expect.poll(async () => idsOf(await test.recommend('asha', '?limit=50'))).toContain('dark-99')
  expect(idsOf(await test.recommend('asha', '?limit=50'))).not.toContain('dark-70')
})

it('suggestions continue with the last catalogue while the Shop API is unreachable', async () => {
  const test = openService()
  const before = idsOf(await test.recommend('asha'))
  test.shop.isUnreachable = true
  test.shop.version += 1
  // The first request starts a load of the catalogue in the background. The load fails before the
  // second request.
  for (let request = 1; request <= 2; request++) {
    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
    expect(idsOf(await test.recommend('asha'))).toEqual(before)
    await new Promise(setImmediate)
  }
})

it('after the deletion of a user and the next training, neither suggestions nor reasons come from the history of that user', async () => {
  const test = openService()
  for (let day = 0; day < 30; day++) await test.addEvents(bought('asha', 'kesar-donut', 'banana-chips'))
  await test.addEvents(bought('ravi', 'cashews'))
  await test.service.trainNow()
  expect(idsOf(await test.recommend(GUEST_RECOMMENDATIONS_USER_ID, '?limit=2'))).toContain('kesar-donut')

  await test.addEvents({
    id: 'account-deleted:asha',
    kind: 'accountDeleted',
    userId: 'asha',
    at: '2026-03-02T00:00:00.000Z',
  })
  await test.service.trainNow()
  expect(idsOf(await test.recommend(GUEST_RECOMMENDATIONS_USER_ID, '?limit=1'))).toEqual(['cashews'])
  const { reasons } = await test.recommend('asha', '?reasons=true')
  expect(reasons).toEqual({})
})

it('a stranger who knows the id of a shopper gets the same list as a guest, byte for byte', async () => {
  const test = openService()
  await test.addEvents(bought('asha', 'dark-70'), bought('asha', 'dark-85'))
  const query = '?limit=4&reasons=true'
  // In these tests, the token of a shopper is the shopper's id.
  const sendWithToken = async (userId: string, token: string | null) => {
    const { statusCode, headers, body } = await test.recommendRaw(userId, query, token)
    const { date: _date, 'x-request-id': _id, ...sameHeaders } = headers
    return { statusCode, body, headers: sameHeaders }
  }
  const guestResponse = await sendWithToken(GUEST_RECOMMENDATIONS_USER_ID, null)

  for (const token of [null, '', 'refused', 'ravi'])
    expect(await sendWithToken('asha', token)).toEqual(guestResponse)
  expect(await sendWithToken('asha', GUEST_RECOMMENDATIONS_USER_ID)).toEqual(guestResponse)
  const ownResponse = await sendWithToken('asha', 'asha')
  expect(ownResponse.body).not.toBe(guestResponse.body)
  expect(ownResponse.body).toContain('bought')
  expect(ownResponse.headers['cache-control']).toBe('no-store')
})

it('a shopper under 18 gets the same list as a guest', async () => {
  const test = openService()
  // In these tests, the shopper `child` is under 18.
  await test.addEvents(bought('child', 'dark-70'), bought('child', 'dark-85'))
  expect(await test.recommend('child', '?reasons=true')).toEqual(
    await test.recommend(GUEST_RECOMMENDATIONS_USER_ID, '?reasons=true'),
  )
})

it('a page that is rendered for all visitors gets the same list as a guest, even with the id of a shopper', async () => {
  const test = openService()
  await test.addEvents(bought('asha', 'dark-70'), bought('asha', 'dark-85'))
  // The server render uses `fetchEndpoint`.
  const fetchFor = (userId: string) =>
    test.service.fetchEndpoint(getRecommendations, {
      params: { userId },
      query: { limit: 4, reasons: 'true' },
    })
  expect(await fetchFor('asha')).toEqual(await fetchFor(GUEST_RECOMMENDATIONS_USER_ID))
  expect((await fetchFor('asha')).reasons).toEqual({})
})

it('over the network, events are stored and read only with the key', async () => {
  const test = openService()
  const post = (authorization: string, events: unknown[]) =>
    test.service.app.inject({
      method: 'POST',
      url: storeEvents.path,
      headers: { authorization },
      body: { events },
    })
  const event = bought('asha', 'dark-70', 'dark-85')
  expect((await post('Bearer other', [event])).statusCode).toBe(401)
  expect((await post('', [event])).statusCode).toBe(401)
  expect((await post(`Bearer ${KEY}`, [{ ...event, kind: 'gift' }])).statusCode).toBe(400)
  expect((await post(`Bearer ${KEY}`, [event])).json()).toEqual({ data: { taken: 1 } })
  expect(idsOf(await test.recommend('asha', '?limit=4'))).toContain('dark-truffle')

  const list = (authorization: string) =>
    test.service.app.inject({ url: '/internal/events/asha', headers: { authorization } })
  expect((await list('Bearer asha')).statusCode).toBe(401)
  const { data } = parseExactly(listInteractions.reply, (await list(`Bearer ${KEY}`)).json())
  expect(data.map(({ productId, kind }) => `${kind} ${productId}`).toSorted()).toEqual([
    'purchase dark-70',
    'purchase dark-85',
  ])
})
