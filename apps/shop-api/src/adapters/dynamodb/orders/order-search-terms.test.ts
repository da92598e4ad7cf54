import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { expect, it } from 'vitest'
import { eraseOrder } from '../../../account/erase-order.ts'
import { aProduct } from '../../../catalogue/product.fixture.ts'
import { settle } from '../../../orders/order/order.fixture.ts'
import { createDynamoAllOrders } from './all-orders.ts'
import { clientDyingAfterTransaction, clientDyingAfterWrites } from './dying-client.fixture.ts'
import { rethrow, setUpPurchaseStores } from './purchase-stores.fixture.ts'

/** The name and the phone number of `homeAddress`, to which the orders are sent. */
const PERSONAL_DATA = /asha|rao|9876543210/i

const ONE_BARFI = [{ productId: 'barfi', quantity: 1 }]

describeOnDynamoDbLocal('the search terms of orders on DynamoDB', () => {
  const { now, open, order, passReservationTime, scanPurchases, shop } = setUpPurchaseStores()

  /** The ids of the orders that a search at the desk finds. */
  async function search(text: string) {
    const { orders } = await createDynamoAllOrders(shop()).list({ search: text }, { limit: 10 })
    return orders.map(({ purchaseId }) => purchaseId)
  }

  it('an order is not confirmed before a search finds it', async () => {
    await open().products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 9 })])
    const request = order('asha', ONE_BARFI)
    const failing = open(await clientFailingToStoreTerms())
    await expect(failing.store.begin(request)).rejects.toThrow('The terms cannot be stored')
    expect(await search('rao')).toEqual([])
    // The failed request has stored the order, so this one is a replay.
    const { order: placed, replayed } = await open().store.begin(request)
    expect([replayed, await search('rao')]).toEqual([true, [placed.purchaseId]])
    expect(await open().products.find('barfi')).toMatchObject({ stock: 8 })
  })

  it('an order whose process died before its terms were stored is found after its next change', async () => {
    await open().products.fillIfEmpty([aProduct({ products_id: 'barfi' })])
    const dying = open(await clientDyingAfterTransaction())
    await expect(dying.store.begin(order('asha', ONE_BARFI))).rejects.toThrow('The process has died')
    const { store } = open()
    const [placed] = await store.list('asha', { limit: 10, before: undefined })
    expect(await search('rao')).toEqual([])
    await settle(store, placed?.purchaseId ?? '', { kind: 'statusChanged', orderStatus: 'SHIPPED' })
    for (const text of ['asha', 'rao', homeAddress.phoneNumber, 'asha@example.in'])
      expect(await search(text)).toEqual([placed?.purchaseId])
  })

  it.each([
    ['cash on delivery', { needsCharge: false }],
    ['an order that is still to be charged', { needsCharge: true }],
  ])(
    'no personal data is left after an erasure, no matter when the process that placed the order died: %s',
    async (_what, { needsCharge }) => {
      const { store, products } = open()
      await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 99 })])
      let isPlaced = false
      // The process dies one write later in each round, until a round places the order.
      let writesBeforeDeath = 0
      for (; !isPlaced; writesBeforeDeath += 1) {
        const dying = open(await clientDyingAfterWrites(writesBeforeDeath))
        isPlaced = await dying.store.begin(order('u1', ONE_BARFI, { needsCharge })).then(
          () => true,
          () => false,
        )
        await dying.store.close()
        passReservationTime()
        await store.reconcileStock(rethrow)
        // An order is erased only when it is over.
        for (const { purchaseId } of await store.listAll('u1'))
          await settle(
            store,
            purchaseId,
            needsCharge ? { kind: 'expired' } : { kind: 'cancelledByShopper', reason: '' },
          )
        await store.eraseAll('u1', eraseOrder)
        // With `writesBeforeDeath`, a failed comparison shows its round.
        expect([writesBeforeDeath, JSON.stringify(await scanPurchases())]).toEqual([
          writesBeforeDeath,
          expect.not.stringMatching(PERSONAL_DATA),
        ])
      }
      // At least the day, the reservation, the stock, the order and its terms are separate writes.
      expect(writesBeforeDeath).toBeGreaterThan(4)
    },
  )

  it('no terms are stored for an order that was removed while its process was asleep', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi' })])
    const sleeper = open(
      await clientPausing('after', 'TransactWrite', async () => {
        passReservationTime()
        for (const { purchaseId } of await store.listOpen(now()))
          await settle(store, purchaseId, { kind: 'expired' })
      }),
    )
    await sleeper.store.begin(order('u1', ONE_BARFI, { needsCharge: true }))
    expect(await store.listAll('u1')).toEqual([])
    expect(JSON.stringify(await scanPurchases())).not.toMatch(PERSONAL_DATA)
  })

  it.each([
    ['the first term', 'BatchWrite'],
    ['the last term', 'PutItem'],
  ])(
    'terms are taken back that a process stored after a sleep in which the order was removed: before %s',
    async (_what, command) => {
      const { store, products } = open()
      await products.fillIfEmpty([aProduct({ products_id: 'barfi' })])
      const isStored = async () => (await store.listOpen(now())).length > 0
      const sleeper = open(
        await clientPausing(
          'before',
          command,
          async () => {
            passReservationTime()
            for (const { purchaseId } of await store.listOpen(now()))
              await settle(store, purchaseId, { kind: 'expired' })
          },
          isStored,
        ),
      )
      await sleeper.store.begin(order('u1', ONE_BARFI, { needsCharge: true }))
      expect(await store.listAll('u1')).toEqual([])
      expect(JSON.stringify(await scanPurchases())).not.toMatch(PERSONAL_DATA)
    },
  )

  it('terms that a process stored after a sleep do not name the person whose order was erased', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi' })])
    const sleeper = open(
      await clientPausing('before', 'BatchWrite', async () => {
        passReservationTime()
        for (const { purchaseId } of await store.listAll('u1'))
          await settle(store, purchaseId, { kind: 'cancelledByShopper', reason: '' })
        await store.eraseAll('u1', eraseOrder)
      }),
    )
    await sleeper.store.begin(order('u1', ONE_BARFI))
    expect(JSON.stringify(await scanPurchases())).not.toMatch(PERSONAL_DATA)
  })

  it('an order that moved to an account while its process was asleep is found there', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi' })])
    const sleeper = open(
      await clientPausing('before', 'BatchWrite', async () => {
        passReservationTime()
        for (const { purchaseId } of await store.listAll('u1'))
          await store.update(purchaseId, (stored) => ({ order: { ...stored, userId: 'u2' }, effects: [] }))
      }),
    )
    const { order: placed } = await sleeper.store.begin(order('u1', ONE_BARFI))
    expect(await search('rao')).toEqual([placed.purchaseId])
  })
})

/** A client whose batch writes fail. When an order is placed, these write only its search terms. */
async function clientFailingToStoreTerms(): Promise<Dynamo> {
  const client = await connectDynamoDbLocal()
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName?.startsWith('BatchWrite')) throw new Error('The terms cannot be stored')
        return next(args)
      },
    { step: 'initialize' },
  )
  return client
}

/**
 * A client that runs `work` once, before it sends such a command or after it got the response. The
 * commands for which `isDue` is false are not paused.
 */
async function clientPausing(
  moment: 'before' | 'after',
  command: string,
  work: () => Promise<unknown>,
  isDue: () => Promise<boolean> = async () => true,
): Promise<Dynamo> {
  const client = await connectDynamoDbLocal()
  let finished: Promise<unknown> | undefined
  const pause = async () => {
    if (finished || (await isDue())) await (finished ??= work())
  }
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const isPaused = commandName?.startsWith(command)
        if (isPaused && moment === 'before') await pause()
        const result = await next(args)
        if (isPaused && moment === 'after') await pause()
        return result
      },
    { step: 'initialize' },
  )
  return client
}
