import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import { getRecommendations } from '@nashta/contracts/recommendations/recommendation'
import { takeEvents } from '@nashta/contracts/recommendations/shop-event'
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

const ids = ({ recommendations }: { recommendations: { product_id: string }[] }) =>
  recommendations.map(({ product_id }) => product_id)

it('the response has the exact shape and length, with reasons only on request', async () => {
  const test = openService()
  const { status, ...answer } = await test.ask('asha', '?limit=4')
  expect(status).toBe(200)
  expect(Object.keys(answer)).toEqual(['recommendations'])
  expect(getRecommendations.reply.parse(answer).recommendations).toHaveLength(4)
  expect(Object.keys(answer.recommendations[0] ?? {})).toEqual([
    'product_id',
    'name',
    'price',
    'description',
    'image_url',
  ])
  expect(ids(await test.ask('asha'))).toHaveLength(6)
  expect(ids(await test.ask('asha', '?limit=50'))).toHaveLength(CATALOGUE.length)
})

it.each(['0', '-1', 'x', '1.5'])('a limit of %s is refused', async (limit) => {
  const { status, code, message } = await openService().ask('asha', `?limit=${limit}`)
  expect({ status, code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
  expect(message).toContain('Limit is a whole number')
})

it('a shopper who bought two dark chocolates gets similar ones at once, with the reason', async () => {
  const test = openService()
  await test.ask('asha', '?limit=4')
  await test.tell(bought('asha', 'dark-70'), bought('asha', 'dark-85'))

  const { recommendations, reasons = {} } = await test.ask('asha', '?limit=4&reasons=true')
  expect(ids({ recommendations })).toContain('dark-truffle')
  expect(reasons['dark-truffle']).toMatchObject({ kind: 'bought', name: expect.stringMatching(/^dark/) })
})

it('a product in the cart is not suggested until it is removed', async () => {
  const test = openService()
  const cart = (version: number, quantity: number) =>
    test.tell({
      id: `cart:asha:${version}`,
      kind: 'cart',
      userId: 'asha',
      version,
      lines: [{ productId: 'dark-70', quantity }],
      at: '2026-03-01T10:00:00.000Z',
    })
  await cart(1, 2)
  expect(ids(await test.ask('asha', '?limit=50'))).not.toContain('dark-70')
  await cart(2, 0)
  expect(ids(await test.ask('asha', '?limit=50'))).toContain('dark-70')
})

it('a trained model survives a restart', async () => {
  const test = openService()
  for (let shopper = 0; shopper < 40; shopper++)
    await test.tell(
      bought(`lover-${shopper}`, 'masala-chips', 'rose-donut'),
      bought(`other-${shopper}`, 'cashews'),
    )
  await test.service.trainNow()
  await test.tell(bought('asha', 'masala-chips'))
  expect(ids(await test.ask('asha', '?limit=3'))).toContain('rose-donut')

  await test.restart()
  expect(ids(await test.ask('asha', '?limit=3'))).toContain('rose-donut')
})

it('guests get popular products, and events of the guest id change nothing', async () => {
  const test = openService()
  for (let shopper = 0; shopper < 20; shopper++) await test.tell(bought(`shopper-${shopper}`, 'cashews'))
  await test.service.trainNow()
  const before = ids(await test.ask(GUEST_RECOMMENDATIONS_USER_ID))
  expect(before[0]).toBe('cashews')
  await test.tell(bought(GUEST_RECOMMENDATIONS_USER_ID, 'dark-70', 'dark-85'))
  expect(ids(await test.ask(GUEST_RECOMMENDATIONS_USER_ID))).toEqual(before)
})

it('suggestions follow the catalogue: deleted products disappear, new ones can appear', async () => {
  const test = openService()
  await test.ask('asha')
  test.shop.products = [...CATALOGUE.slice(1), snack('dark-99', 'Chocolates', 'dark chocolate')]
  test.shop.version += 1
  test.clock.now = new Date(test.clock.now.getTime() + 1000)
  await test.ask('asha')

  await expect.poll(async () => ids(await test.ask('asha', '?limit=50'))).toContain('dark-99')
  expect(ids(await test.ask('asha', '?limit=50'))).not.toContain('dark-70')
})

it('suggestions continue with the last catalogue while the Shop API is unreachable', async () => {
  const test = openService()
  const before = ids(await test.ask('asha'))
  test.shop.isAway = true
  test.shop.version += 1
  test.clock.now = new Date(test.clock.now.getTime() + 60_000)
  expect(ids(await test.ask('asha'))).toEqual(before)
})

it("a deleted user's history goes at once and the influence with the next training", async () => {
  const test = openService()
  for (let day = 0; day < 30; day++) await test.tell(bought('asha', 'kesar-donut', 'banana-chips'))
  await test.tell(bought('ravi', 'cashews'))
  await test.service.trainNow()
  expect(ids(await test.ask(GUEST_RECOMMENDATIONS_USER_ID, '?limit=2'))).toContain('kesar-donut')

  await test.tell({ id: 'forget:asha', kind: 'forget', userId: 'asha', at: '2026-03-02T00:00:00.000Z' })
  await test.service.trainNow()
  expect(ids(await test.ask(GUEST_RECOMMENDATIONS_USER_ID, '?limit=1'))).toEqual(['cashews'])
  const { reasons } = await test.ask('asha', '?reasons=true')
  expect(reasons).toEqual({})
})

it('events over the network need the key', async () => {
  const test = openService()
  const post = (authorization: string, events: unknown[]) =>
    test.service.app.inject({
      method: 'POST',
      url: takeEvents.path,
      headers: { authorization },
      body: { events },
    })
  const event = bought('asha', 'dark-70', 'dark-85')
  expect((await post('Bearer other', [event])).statusCode).toBe(401)
  expect((await post('', [event])).statusCode).toBe(401)
  expect((await post(`Bearer ${KEY}`, [{ ...event, kind: 'gift' }])).statusCode).toBe(400)
  expect((await post(`Bearer ${KEY}`, [event])).json()).toEqual({ data: { taken: 1 } })
  expect(ids(await test.ask('asha', '?limit=4'))).toContain('dark-truffle')
})
