import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { aProduct } from '../../catalogue/product.fixture.ts'
import type { TestShop } from '../../shop.fixture.ts'
import { openDynamoTestShops } from './dynamodb-shop.fixture.ts'

const SLOWLY = { timeout: 20_000 }

let processes: TestShop[]
let published: ShopEvent[]

const process = (index: number) => processes[index % processes.length] as TestShop
const place = (index: number, key: string, upiId = 'asha@bank') =>
  process(index).call(
    'asha',
    'POST',
    '/purchases/asha',
    {
      items: [{ productId: 'barfi', quantity: 1 }],
      totalAmount: 400,
      paymentDetails: { method: 'upi', upiId },
      shippingAddress: homeAddress,
    },
    { 'idempotency-key': key },
  )
const history = async (index: number) =>
  (await process(index).call('asha', 'GET', '/purchases/asha')).data.purchases
const moveClock = (ms: number) => {
  for (const { clock } of processes) clock.now = new Date(clock.now.getTime() + ms)
}
const delivered = async () => (await Promise.all(processes.map(({ mailbox }) => mailbox.list()))).flat()

describeOnDynamoDbLocal('two processes of the Shop API on the same tables', () => {
  beforeAll(async () => {
    await connectDynamoDbLocal()
  }, 150_000)
  beforeEach(async () => {
    published = []
    const tellEvents = async (events: readonly ShopEvent[]) => void published.push(...events)
    processes = await openDynamoTestShops(2, { tellEvents })
    const barfi = aProduct({ products_id: 'barfi', pricePaise: asPaise(40_000), stock: 9 })
    await process(0).shop.products.fillIfEmpty([barfi])
  })
  afterEach(() => Promise.all(processes.map((each) => each.close())))

  it('show the same cart and the same orders at once', async () => {
    await process(0).call('asha', 'POST', '/carts/asha', { productId: 'barfi', quantity: 3 })
    expect((await process(1).call('asha', 'GET', '/carts/asha')).data).toMatchObject({ totalItems: 3 })
    const { data } = await place(1, 'k')

    expect(await history(0)).toMatchObject([{ purchaseId: data.purchaseId }])
    expect((await process(0).call('asha', 'GET', '/carts/asha')).data).toMatchObject({ totalItems: 2 })
  })

  it('take 50 submits of one order for one order, one charge, one mail', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => place(index, 'attempt-1')))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await history(1)).toHaveLength(1)
    expect(await process(0).charges()).toBe(1)
    moveClock(1000)
    for (const { shop } of processes) expect(await shop.products.find('barfi')).toMatchObject({ stock: 8 })
    await expect.poll(delivered, SLOWLY).toHaveLength(1)
    expect(await process(0).queuedMails()).toHaveLength(1)
  })

  it('settle an order of unknown outcome once, when both reconcile', async () => {
    await place(0, 'k', 'pending@bank')
    moveClock(6000)
    await Promise.all(processes.map(({ shop }) => shop.reconcile()))

    expect(await history(1)).toMatchObject([{ orderStatus: 'CONFIRMED' }])
    await expect.poll(delivered, SLOWLY).toHaveLength(1)
    expect(await process(0).shop.products.soldOn('2026-01-01')).toEqual([{ products_id: 'barfi', units: 1 }])
  })

  it('send every mail once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => place(index, `order-${index}`)))
    const placed = (await history(0)).length

    await expect.poll(delivered, SLOWLY).toHaveLength(placed)
    expect(new Set((await delivered()).map(({ subject }) => subject)).size).toBe(placed)
  })

  it('publish events to the recommendation service in order', async () => {
    await process(0).call('asha', 'POST', '/carts/asha', { productId: 'barfi', quantity: 2 })
    await place(1, 'k')
    await expect.poll(() => new Set(published.map(({ id }) => id)).size, SLOWLY).toBe(3)

    const kinds = new Map(published.map(({ id, kind }) => [id, kind]))
    expect([...kinds.values()]).toEqual(['cart', 'cart', 'purchase'])
  })
})
