import {
  clientWithRace,
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { putItem } from '@nashta/dynamodb/write-item'
import { expect, it } from 'vitest'
import { lineOf } from '../../../cart/cart.ts'
import { aProduct } from '../../../catalogue/product.fixture.ts'
import { settle } from '../../../orders/order/order.fixture.ts'
import { clientDyingAfterTransaction, clientDyingBeforeTransaction } from './dying-client.fixture.ts'
import { AUTHORSHIP, rethrow, setUpPurchaseStores } from './purchase-stores.fixture.ts'
import { createStockReservations, newReservation } from './stock-reservation.ts'

/** The smallest stock that is divided into eight shards, of 32 units each. */
const LARGE_STOCK = 256

describeOnDynamoDbLocal('the stock of orders on DynamoDB', () => {
  const { now, open, order, passReservationTime, shop } = setUpPurchaseStores()

  it('when nine shoppers at three processes order the last four units, four get one and five are refused', async () => {
    const processes = [open(), open(), open()]
    await processes[0]?.products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 4 })])
    const results = await Promise.allSettled(
      processes.flatMap(({ store }, index) =>
        ['a', 'b', 'c'].map((shopper) =>
          store.begin(order(`${shopper}${index}`, [{ productId: 'barfi', quantity: 1 }])),
        ),
      ),
    )
    const refused = results.filter(({ status }) => status === 'rejected')

    expect(refused).toHaveLength(5)
    for (const refusal of refused) expect(refusal).toMatchObject({ reason: { code: 'OUT_OF_STOCK' } })
    expect(await open().products.find('barfi')).toMatchObject({ stock: 0 })
    expect(await open().products.soldOn('2026-01-01')).toEqual([{ products_id: 'barfi', units: 4 }])
  })

  it('a counted product that another process has just removed is not sold', async () => {
    const other = open()
    await other.products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 1 })])
    const buyer = open()
    // Loads the catalogue in the buyer's process, before the product is removed.
    await buyer.products.isEmpty()
    await other.products.remove('barfi', AUTHORSHIP)

    const late = buyer.store.begin(order('asha', [{ productId: 'barfi', quantity: 1 }]))
    await expect(late).rejects.toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
  })

  it('an order of a hundred products is stored only if one transaction can return its stock', async () => {
    const { store, products } = open()
    const many = Array.from({ length: 120 }, (_, index) =>
      aProduct({ products_id: `p${index}`, ...(index < 80 && { stock: 1 }) }),
    )
    await products.fillIfEmpty(many)
    const items = many.map(({ products_id }) => ({ productId: products_id, quantity: 1 }))
    // 80 of the first hundred products have counted stock, and 60 of the last hundred. One
    // transaction can return the stock of at most 60 products.
    const tooMany = store.begin(order('asha', items.slice(0, 100)))
    await expect(tooMany).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(await products.find('p79')).toMatchObject({ stock: 1 })

    const { order: placed } = await store.begin(order('asha', items.slice(-100)))
    expect(placed.lines).toHaveLength(100)
    expect(await products.find('p79')).toMatchObject({ stock: 0 })
    await settle(store, placed.purchaseId, { kind: 'statusChanged', orderStatus: 'CANCELLED' })
    expect(await products.find('p79')).toMatchObject({ stock: 1 })
  })

  it('an order takes units from several shards of a large stock, down to the last unit', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: LARGE_STOCK })])
    const buy = (sub: string, quantity: number) => store.begin(order(sub, [{ productId: 'barfi', quantity }]))
    const { order: placed } = await buy('asha', 99)
    await Promise.all(Array.from({ length: 15 }, (_, index) => buy(`shopper-${index}`, 10)))
    // Of the 256 units, asha bought 99 and 15 others bought 10 each.
    expect(await products.find('barfi')).toMatchObject({ stock: 7 })
    await expect(buy('ravi', 8)).rejects.toMatchObject({ details: { items: [{ available: 7 }] } })
    expect((await buy('ravi', 7)).replayed).toBe(false)
    expect(await open().products.find('barfi')).toMatchObject({ stock: 0 })

    await settle(store, placed.purchaseId, { kind: 'statusChanged', orderStatus: 'CANCELLED' })
    expect(await products.find('barfi')).toMatchObject({ stock: 99 })
    expect(await open().products.find('barfi')).toMatchObject({ stock: 99 })
  })

  it('a cancelled order returns its units to a stock that was unlimited in between and has fewer shards', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: LARGE_STOCK })])
    const { order: stored } = await store.begin(order('asha', [{ productId: 'barfi', quantity: 40 }]))
    await products.update('barfi', { stock: null }, AUTHORSHIP)
    await products.update('barfi', { stock: 5 }, AUTHORSHIP)
    await settle(store, stored.purchaseId, { kind: 'statusChanged', orderStatus: 'CANCELLED' })
    expect((await products.find('barfi'))?.stock).toBe(45)
  })

  it('a retry of a reservation takes only the units that are still missing', async () => {
    const { products } = open()
    const barfi = aProduct({ products_id: 'barfi', stock: LARGE_STOCK })
    await products.fillIfEmpty([barfi])
    const reservations = createStockReservations({ ...shop(), products, now })
    const reservation = newReservation({ purchaseId: 'p1' })
    // This stands for a first attempt that failed after it had emptied one shard.
    await reservations.reserve(reservation, [lineOf(barfi, 32)])
    await reservations.reserve(reservation, [lineOf(barfi, 40)])
    expect(reservation.takenParts.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(40)
    expect((await products.find('barfi'))?.stock).toBe(LARGE_STOCK - 40)
  })

  it('a reservation with a lost response is not retried, even if another product was removed', async () => {
    const { products } = open()
    const counted = ['barfi', 'laddoo'].map((products_id) => aProduct({ products_id, stock: 2 }))
    await products.fillIfEmpty(counted)
    await open().products.remove('barfi', AUTHORSHIP)
    const client = await connectDynamoDbLocal()
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const response = await next(args)
          const isTaking = commandName?.startsWith('Update') && JSON.stringify(args.input).includes('laddoo')
          if (isTaking) throw new Error('the response was lost')
          return response
        },
      { step: 'initialize' },
    )
    const reservations = createStockReservations({ ...shop(), client, products, now })
    const reserved = reservations.reserve(
      newReservation({ purchaseId: 'p1' }),
      counted.map((product) => lineOf(product, 1)),
    )
    await expect(reserved).rejects.toThrow('the response was lost')
  })

  it('the units that only a retry of a reservation took are returned too after its process died', async () => {
    const { store, products } = open()
    const counted = ['barfi', 'laddoo'].map((products_id) => aProduct({ products_id, stock: 2 }))
    await products.fillIfEmpty(counted)
    const reservations = createStockReservations({ ...shop(), products, now })
    const reservation = newReservation({ purchaseId: 'p1' })
    const lines = counted.map((product) => lineOf(product, 1))
    await reservations.reserve(reservation, lines.slice(0, 1))
    await reservations.reserve(reservation, lines)

    passReservationTime()
    await store.reconcileStock(rethrow)
    for (const id of ['barfi', 'laddoo'])
      expect(await open().products.find(id)).toMatchObject({ products_id: id, stock: 2 })
  })

  it('the stock of an order whose process died before storing the order is returned once, after a minute', async () => {
    const dying = open(await clientDyingBeforeTransaction())
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 2 })])
    const begun = dying.store.begin(order('asha', [{ productId: 'barfi', quantity: 2 }]))
    await expect(begun).rejects.toThrow('The process has died')
    await store.reconcileStock(rethrow)
    expect(await open().products.find('barfi')).toMatchObject({ stock: 0 })

    passReservationTime()
    await Promise.all([store.reconcileStock(rethrow), open().store.reconcileStock(rethrow)])
    await store.reconcileStock(rethrow)
    expect(await open().products.find('barfi')).toMatchObject({ stock: 2 })
    expect((await store.begin(order('ravi', [{ productId: 'barfi', quantity: 2 }]))).replayed).toBe(false)
  })

  it('a reservation that cannot be read is reported, and the stock of the others is returned', async () => {
    const dying = open(await clientDyingBeforeTransaction())
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 2 })])
    const begun = dying.store.begin(order('asha', [{ productId: 'barfi', quantity: 2 }]))
    await expect(begun).rejects.toThrow('The process has died')
    const withoutProductIds = { pk: 'reservations#0', sk: '2025-12-31T00:00:00.000Z#p1', purchaseId: 'p1' }
    await putItem(shop().client, shop().tables.purchases, withoutProductIds)

    passReservationTime()
    const errors: unknown[] = []
    await store.reconcileStock((error) => errors.push(error))
    expect(errors).toHaveLength(1)
    expect(await open().products.find('barfi')).toMatchObject({ stock: 2 })
  })

  it('the stock of an order whose process died after storing the order stays taken', async () => {
    const dying = open(await clientDyingAfterTransaction())
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 2 })])
    const begun = dying.store.begin(order('asha', [{ productId: 'barfi', quantity: 2 }]))
    await expect(begun).rejects.toThrow('The process has died')
    await dying.store.close()

    passReservationTime()
    await store.reconcileStock(rethrow)
    expect(await open().products.find('barfi')).toMatchObject({ stock: 0 })
    expect(await store.list('asha', { limit: 10, before: undefined })).toHaveLength(1)
  })

  it('an order whose stock the reconciler has returned is not stored', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 1 })])
    const slow = open(
      await clientWithRace(async () => {
        passReservationTime()
        await store.reconcileStock(rethrow)
      }),
    )
    const late = slow.store.begin(order('asha', [{ productId: 'barfi', quantity: 1 }]))
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await store.list('asha', { limit: 10, before: undefined })).toEqual([])
    expect(await open().products.find('barfi')).toMatchObject({ stock: 1 })
  })
})
