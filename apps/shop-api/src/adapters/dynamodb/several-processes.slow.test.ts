import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aProduct } from '../../catalogue/product.fixture.ts'
import type { TestShop } from '../../shop.fixture.ts'
import { openDynamoTestShops } from './dynamodb-shop.fixture.ts'

const POLL = { timeout: 20_000 }

let processes: TestShop[]
let published: ShopEvent[]

/** Requests with successive indexes go to alternate processes. */
const shopAt = (index: number) => processes[index % processes.length] as TestShop
const place = (index: number, key: string, upiId = 'asha@bank') =>
  shopAt(index).call(
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
const readHistory = async (index: number) =>
  (await shopAt(index).call('asha', 'GET', '/purchases/asha')).data.purchases
const moveClock = (ms: number) => {
  for (const { clock } of processes) clock.now = new Date(clock.now.getTime() + ms)
}
const listDeliveredMails = async () => {
  const mailsByProcess = await Promise.all(processes.map(({ mailbox }) => mailbox.list()))
  return mailsByProcess.flat()
}

/**
 * Adds up the sales and reads the totals. This fails when it collides with the same work in the
 * background, so it must be polled.
 */
const readUnitsSold = async () => {
  await shopAt(0).addUpSales()
  return shopAt(0).shop.products.soldOn('2026-01-01')
}

describeOnDynamoDbLocal('two processes of the Shop API on the same tables', () => {
  beforeEach(async () => {
    published = []
    const deliverEvents = async (events: readonly ShopEvent[]) => void published.push(...events)
    processes = await openDynamoTestShops(2, { deliverEvents })
    const barfi = aProduct({ products_id: 'barfi', pricePaise: asPaise(40_000), stock: 9 })
    await shopAt(0).shop.products.fillIfEmpty([barfi])
  })
  afterEach(() => Promise.all(processes.map((each) => each.close())))

  it('show the same cart and the same orders without delay', async () => {
    await shopAt(0).call('asha', 'POST', '/carts/asha', { productId: 'barfi', quantity: 3 })
    expect((await shopAt(1).call('asha', 'GET', '/carts/asha')).data).toMatchObject({ totalItems: 3 })
    const { data } = await place(1, 'k')

    expect(await readHistory(0)).toMatchObject([{ purchaseId: data.purchaseId }])
    expect((await shopAt(0).call('asha', 'GET', '/carts/asha')).data).toMatchObject({ totalItems: 2 })
  })

  it('store one order, one charge and one mail for 50 submits of the same order', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, (_, index) => place(index, 'attempt-1')))

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(responses.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await readHistory(1)).toHaveLength(1)
    expect(await shopAt(0).countCharges()).toBe(1)
    // A submit that stored no order returns its reserved stock only after its response. The other
    // process learns of that later.
    for (const { shop } of processes) {
      const readStock = async () => {
        moveClock(1000)
        return (await shop.products.find('barfi'))?.stock
      }
      await expect.poll(readStock, POLL).toBe(8)
    }
    await expect.poll(listDeliveredMails, POLL).toHaveLength(1)
    expect(await shopAt(0).queuedMails()).toHaveLength(1)
  })

  it('settle an order with an unknown payment outcome once when both reconcile it', async () => {
    await place(0, 'k', 'pending@bank')
    // The simulator approves a pending payment after five seconds.
    moveClock(6000)
    await Promise.all(processes.map(({ shop }) => shop.reconcile()))

    expect(await readHistory(1)).toMatchObject([{ orderStatus: 'CONFIRMED' }])
    await expect.poll(listDeliveredMails, POLL).toHaveLength(1)
    await expect.poll(readUnitsSold, POLL).toEqual([{ products_id: 'barfi', units: 1 }])
  })

  it('send every mail once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => place(index, `order-${index}`)))
    // The stock is enough for nine of the twelve orders.
    expect(await readHistory(0)).toHaveLength(9)

    await expect.poll(listDeliveredMails, POLL).toHaveLength(9)
    // A restart first waits for mails in flight, so that a duplicate arrives before the comparison.
    await Promise.all(processes.map((each) => each.restart()))
    const subjects = (await listDeliveredMails()).map(({ subject }) => subject)
    expect(subjects).toHaveLength(9)
    expect(new Set(subjects).size).toBe(9)
  })

  it('deliver the events of a shopper in order, whichever process recorded them', async () => {
    await shopAt(0).call('asha', 'POST', '/carts/asha', { productId: 'barfi', quantity: 2 })
    await place(1, 'k')
    await expect.poll(() => published.at(-1), POLL).toMatchObject({ kind: 'purchase' })

    expect([...new Set(published.map(({ kind }) => kind))]).toEqual(['cart', 'purchase'])
    const carts = published.filter(({ kind }) => kind === 'cart')
    expect(carts.at(-1)).toMatchObject({ version: 2, lines: [{ productId: 'barfi', quantity: 1 }] })
  })
})
