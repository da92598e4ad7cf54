import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { beforeEach, expect, it } from 'vitest'
import { eraseOrder } from '../../account/erase-order.ts'
import { lineOf } from '../../cart/cart.ts'
import type { ProductStore } from '../../catalogue/product-store.ts'
import { aProduct } from '../../catalogue/product.fixture.ts'
import { confirmCashOrder } from '../events/rules/confirm.ts'
import type { OrderEvent } from '../events/settle-order.ts'
import { aCashOrder, anOrder, settle } from '../order/order.fixture.ts'
import { newPurchaseId } from '../order/purchase-id.ts'
import type { OrderRecord, PurchaseStore } from '../order/purchase-store.ts'
import type { AllOrders, OrderFilter } from './all-orders.ts'

export type AllOrdersSetup = { store: PurchaseStore; products: ProductStore; allOrders: AllOrders }

const barfi = aProduct({ products_id: 'barfi', pricePaise: asPaise(40_000), stock: 500 })
const laddoo = aProduct({ products_id: 'laddoo', pricePaise: asPaise(10_000) })
const START = new Date('2026-01-01T12:00:00Z')
const HOUR_MS = 60 * 60 * 1000
/** The payment of an order of two barfis, as the fixture makes it. */
const approved = { kind: 'approved', transactionId: 'txn_1', amountPaise: asPaise(80_000) } as const

/**
 * The orders of all shoppers, on every adapter. With `readMax`, a page of the list reads at most
 * that many orders. `setTime` sets the clock of the stores.
 */
export function allOrdersSuite(open: (readMax?: number) => AllOrdersSetup, setTime: (at: Date) => void) {
  let setup: AllOrdersSetup
  let idCount = 0
  beforeEach(async () => {
    idCount = 0
    setTime(START)
    setup = open()
    await setup.products.fillIfEmpty([barfi, laddoo])
  })

  /** Ids differ in their last characters, so that the orders are in different shards. */
  const newId = (at: Date) => {
    idCount += 1
    return newPurchaseId(at, (count) => new Uint8Array(count).fill(idCount))
  }

  type PageOptions = { readMax?: number; limit?: number }
  type PlaceOptions = { hours?: number; isCash?: boolean; number?: string; fields?: Partial<OrderRecord> }

  /** Stores an order `hours` after START. Without `isCash`, its payment is still in flight. */
  async function place({ hours = 0, isCash = true, number, fields = {} }: PlaceOptions = {}) {
    const at = new Date(START.getTime() + hours * HOUR_MS)
    setTime(at)
    const id = newId(at)
    const purchaseId = number === undefined ? id : id.slice(0, -number.length) + number
    const make = isCash ? aCashOrder : anOrder
    const drafted = make({ purchaseId, purchaseDate: at.toISOString(), ...fields })
    const { userId, lines } = drafted
    await setup.store.begin({
      attempt: { userId, key: purchaseId, fingerprint: purchaseId },
      productIds: lines.map(({ productId }) => productId),
      draft: () =>
        isCash ? confirmCashOrder(drafted, { at, calendar: {} }) : { order: drafted, effects: [] },
    })
    return purchaseId
  }
  const apply = async (purchaseId: string, ...events: OrderEvent[]) => {
    for (const event of events) await settle(setup.store, purchaseId, event)
  }
  /** The ids of the first `limit` orders that match. */
  const listIds = async (filter: OrderFilter = {}, limit = 50) => {
    const { orders } = await setup.allOrders.list(filter, { limit })
    return orders.map(({ purchaseId }) => purchaseId)
  }
  /** Reads all pages of at most `limit` orders, when each page reads at most `readMax` orders. */
  const listAllPages = async (filter: OrderFilter, { readMax, limit = 3 }: PageOptions) => {
    const { allOrders } = open(readMax)
    const ids: string[] = []
    let pageCount = 0
    let cursor: string | undefined
    for (;;) {
      const page = await allOrders.list(filter, { limit, cursor })
      pageCount += 1
      ids.push(...page.orders.map(({ purchaseId }) => purchaseId))
      if (page.next === null) return { ids, pageCount }
      cursor = page.next
    }
  }

  it('visible orders of all days and shoppers are listed newest first', async () => {
    expect(await setup.allOrders.list({}, { limit: 5 })).toEqual({ orders: [], next: null })
    const first = await place()
    const second = await place({ hours: 1, fields: { userId: 'ravi' } })
    const third = await place({ hours: 30 })
    const charging = await place({ hours: 31, isCash: false })
    expect(await listIds()).toEqual([third, second, first])
    // An order is visible once its provider has responded, even if the outcome is unknown.
    await apply(charging, { kind: 'unknown' })
    expect(await listIds()).toEqual([charging, third, second, first])
    // A declined order is not visible.
    await apply(await place({ hours: 32, isCash: false }), { kind: 'declined', message: 'No funds' })
    expect(await listIds()).toHaveLength(4)
  })

  it('a page continues after the one before, although a new order came meanwhile', async () => {
    const placed: string[] = []
    for (const hours of [0, 1, 20, 26, 50]) placed.unshift(await place({ hours }))
    const first = await setup.allOrders.list({}, { limit: 2 })
    expect(first.orders.map(({ purchaseId }) => purchaseId)).toEqual(placed.slice(0, 2))
    await place({ hours: 51 })
    const second = await setup.allOrders.list({}, { limit: 2, cursor: first.next ?? '' })
    expect(second.orders.map(({ purchaseId }) => purchaseId)).toEqual(placed.slice(2, 4))
    const third = await setup.allOrders.list({}, { limit: 2, cursor: second.next ?? '' })
    expect(third.orders.map(({ purchaseId }) => purchaseId)).toEqual(placed.slice(4))
    expect(third.next).toBeNull()
  })

  it('a time range that ends before it begins has no orders', async () => {
    await place()
    const range = { from: new Date('2026-01-03T00:00:00Z'), until: new Date('2026-01-02T00:00:00Z') }
    for (const filter of [range, { ...range, work: 'pack' }, { ...range, search: 'rao' }] as const)
      expect(await setup.allOrders.list(filter, { limit: 5 })).toEqual({ orders: [], next: null })
  })

  it('pages of one order reach the oldest order, although all orders are in one shard', async () => {
    const placed: string[] = []
    for (const hours of [0, 1, 2, 3]) {
      // Ids with the same last characters are in one shard.
      idCount = 0
      placed.unshift(await place({ hours }))
    }
    expect((await listAllPages({}, { limit: 1 })).ids).toEqual(placed)
    expect((await listAllPages({ work: 'pack' }, { limit: 1 })).ids).toEqual(placed)
    expect((await listAllPages({ search: 'rao' }, { limit: 1 })).ids).toEqual(placed)
  })

  it('orders are listed and counted by the work that they need', async () => {
    const pack = await place()
    const handOver = await place({ hours: 1 })
    const onTheWay = await place({ hours: 2 })
    const delivered = await place({ hours: 3 })
    const cancelled = await place({ hours: 4 })
    const problem = await place({ hours: 5, isCash: false })
    const shipped = { kind: 'shipped', parcel: { courier: 'Delhivery' } } as const
    await apply(handOver, { kind: 'packingBegun' }, { kind: 'packed' })
    await apply(onTheWay, shipped)
    await apply(delivered, shipped, { kind: 'delivered' })
    await apply(cancelled, { kind: 'cancelledByShop', reason: 'Sold out' })
    await apply(problem, { kind: 'unknown' })

    const expected = { pack, handOver, onTheWay, delivered, cancelled, problem } as const
    for (const [work, purchaseId] of Object.entries(expected))
      expect(await listIds({ work: work as keyof typeof expected })).toEqual([purchaseId])
    expect(await setup.allOrders.countByWork()).toEqual({
      waiting: 0,
      confirm: 0,
      findPayment: 0,
      pack: 1,
      handOver: 1,
      onTheWay: 1,
      // Delivered and cancelled orders need no work, so they are not counted.
      delivered: 0,
      cancelled: 0,
      problem: 1,
    })
    expect(await listIds({ work: 'confirm' })).toEqual([])
  })

  it('the pack queue has the orders that were placed first, oldest first', async () => {
    expect(await setup.allOrders.oldestToPack(5)).toEqual([])
    const [first, packed] = [await place(), await place({ hours: 1 })]
    const [second, third] = [await place({ hours: 2 }), await place({ hours: 30 })]
    await apply(packed, { kind: 'packed' })
    expect(await setup.allOrders.oldestToPack(5)).toEqual([first, second, third])
    expect(await setup.allOrders.oldestToPack(2)).toEqual([first, second])
  })

  it('the pack queue begins with the oldest order, also if its shard has newer ones', async () => {
    const placed: string[] = []
    for (const hours of [0, 1, 2]) {
      // Ids with the same last characters are in one shard.
      idCount = 0
      placed.push(await place({ hours }))
    }
    expect(await setup.allOrders.oldestToPack(1)).toEqual(placed.slice(0, 1))
  })

  it('orders are filtered by status, payment, method, state, product and time', async () => {
    const cash = await place({ fields: { shippingAddress: { ...homeAddress, state: 'Kerala' } } })
    const card = await place({ hours: 2, isCash: false, fields: { lines: [lineOf(laddoo, 2)] } })
    await apply(card, approved)
    const shipped = await place({ hours: 40 })
    await apply(shipped, { kind: 'statusChanged', orderStatus: 'SHIPPED' })

    const cases: [OrderFilter, string[]][] = [
      [{ orderStatus: 'CONFIRMED' }, [card, cash]],
      [{ orderStatus: 'SHIPPED' }, [shipped]],
      [{ payment: 'paid' }, [card]],
      [{ payment: 'due' }, [shipped, cash]],
      [{ method: 'cod' }, [shipped, cash]],
      [{ method: 'card' }, [card]],
      [{ state: 'KERALA' }, [cash]],
      [{ product: 'laddoo' }, [card]],
      [{ product: 'barfi' }, [shipped, cash]],
      [{ from: new Date(START.getTime() + HOUR_MS) }, [shipped, card]],
      [{ until: new Date(START.getTime() + HOUR_MS) }, [cash]],
      [{ from: START, until: new Date(START.getTime() + 2 * HOUR_MS) }, [cash]],
      [{ work: 'pack', method: 'cod', product: 'barfi' }, [cash]],
      [{ product: 'barfi', state: 'Kerala', payment: 'due' }, [cash]],
      [{ work: 'pack', orderStatus: 'SHIPPED' }, []],
    ]
    for (const [filter, expected] of cases)
      expect([filter, await listIds(filter)]).toEqual([filter, expected])
  })

  it('orders are found by number, name, phone number and e-mail address', async () => {
    const asha = await place({ fields: person('Asha  Ráo', '+91 98765-43210', 'Asha@Example.in') })
    const ravi = await place({ hours: 1, fields: person('Ravi Rao', '9123456780', null) })
    const cases: [string, string[]][] = [
      [asha, [asha]],
      [`#${asha.slice(-8).toLowerCase()}`, [asha]],
      ['rao', [ravi, asha]],
      ['  RAO asha ', [asha]],
      ['9876543210', [asha]],
      ['+91 91234 56780', [ravi]],
      ['asha@example.IN', [asha]],
      ['nobody', []],
      ['rao nobody', []],
      ['', []],
    ]
    for (const [search, expected] of cases)
      expect([search, await listIds({ search })]).toEqual([search, expected])
    expect(await listIds({ search: 'rao', work: 'handOver' })).toEqual([])
    expect((await listAllPages({ search: 'rao' }, { limit: 1 })).ids).toEqual([ravi, asha])
  })

  it('orders are found by prefixes of a number, name, phone number or e-mail address', async () => {
    const asha = await place({ fields: person('Asha Ráo', '+91 98765-43210', 'Snacks.99@Example.in') })
    const ravi = await place({ hours: 1, fields: person('Ravindra Raote', '9123456780', null) })
    const cases: [string, string[]][] = [
      ['RA', [ravi, asha]],
      ['rav', [ravi]],
      ['r ash', [asha]],
      ['as ha', []],
      ['ha', []],
      // When an order has the whole word, orders in which it is only a prefix are not found.
      ['rao', [asha]],
      ['98765', [asha]],
      ['+91 912', [ravi]],
      ['098765', [asha]],
      ['91 98765', [asha]],
      ['919', []],
      // The digits 91 may also be the beginning of the number itself.
      ['91234', [ravi]],
      // The last digits of a number, at least four.
      ['3210', [asha]],
      ['65-43210', [asha]],
      ['56780', [ravi]],
      ['780', []],
      ['snacks.9', [asha]],
      ['snacks.99@ex', [asha]],
      [asha.slice(-8, -2), [asha]],
      // A search for a single letter finds only whole words.
      ['r', []],
    ]
    for (const [search, expected] of cases)
      expect([search, await listIds({ search })]).toEqual([search, expected])
    expect(await listIds({ search: 'snacks.9', searchSkipsEmail: true })).toEqual([])
    expect(await listIds({ search: 'ra', work: 'handOver' })).toEqual([])
    expect(await listIds({ search: 'ra', product: barfi.products_id, state: 'Karnataka' })).toEqual([
      ravi,
      asha,
    ])
    expect(await listIds({ search: 'ra', product: 'other' })).toEqual([])
    expect((await listAllPages({ search: 'ra' }, { limit: 1 })).ids).toEqual([ravi, asha])
    expect(await listIds({ search: 'ra', isNewestOfShopper: true }, 1)).toEqual([ravi])
  })

  it('pages of a prefix search have every match, whether few or many orders match', async () => {
    const asha = await place({ fields: person('Ashalata Rao', '9876543210', null) })
    const many: string[] = []
    // When a page reads two orders, SQLite looks up at most ten terms of a prefix. If a prefix has
    // more terms, it scans the orders.
    for (let order = 0; order < 11; order += 1)
      many.unshift(await place({ hours: 1 + order, fields: person('Ravindra Rao', '9123456780', null) }))
    expect((await listAllPages({ search: 'ravin' }, { readMax: 2 })).ids).toEqual(many)
    expect((await listAllPages({ search: 'ashal' }, { readMax: 2 })).ids).toEqual([asha])
  })

  it('no page of a search for a whole word has orders in which the word is only a prefix', async () => {
    await place({ fields: person('Ravi Raote', '9123456780', null) })
    const rao: string[] = []
    for (const hours of [1, 2, 3])
      rao.unshift(await place({ hours, fields: person('Asha Rao', '9876543210', null) }))
    await place({ hours: 4, fields: person('Ravi Raote', '9123456780', null) })
    for (const readMax of [1, 2, 3, 4]) {
      const { ids } = await listAllPages({ search: 'rao' }, { readMax })
      expect([readMax, ids]).toEqual([readMax, rao])
    }
  })

  it('a search finds words by their prefix when no page has an order with the whole word', async () => {
    const raote: string[] = []
    const placeCardOrder = async (hours: number) => {
      const fields = person('Ravi Raote', '9123456780', null)
      const purchaseId = await place({ hours, isCash: false, fields })
      await apply(purchaseId, approved)
      raote.unshift(purchaseId)
    }
    await placeCardOrder(0)
    for (const hours of [1, 2, 3]) await place({ hours, fields: person('Asha Rao', '9876543210', null) })
    await placeCardOrder(4)
    for (const readMax of [1, 2, 3, 4]) {
      const { ids } = await listAllPages({ search: 'rao', method: 'card' }, { readMax })
      expect([readMax, ids]).toEqual([readMax, raote])
    }
  })

  it('no page of a search for an order number has orders of a person with that name', async () => {
    const byName = await place({ fields: person('Bharatha Rao', '9876543210', null) })
    const byNumber = await place({ hours: 1, number: 'BHARATHA' })
    const search = 'bharatha'
    expect((await listAllPages({ search }, { readMax: 1 })).ids).toEqual([byNumber])
    await apply(byNumber, { kind: 'packed' })
    expect((await listAllPages({ search, work: 'pack' }, { readMax: 1 })).ids).toEqual([byName])
  })

  it('a cursor that no page has is refused', async () => {
    const id = await place()
    for (const cursor of [
      'x',
      id,
      `${id}.0`,
      `${id}.0.maybe`,
      `${id}.x.found`,
      `${id.toLowerCase()}.0.found`,
    ])
      await expect(setup.allOrders.list({}, { limit: 5, cursor })).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      })
  })

  it('an order of an erased shopper is listed, but not found by personal data', async () => {
    const asha = await place({ fields: person('Asha Rao', '9876543210', 'asha@example.in') })
    await apply(asha, { kind: 'cancelledByShop', reason: 'Sold out' })
    await setup.store.eraseAll('Asha Rao', eraseOrder)
    for (const search of ['asha', 'as', '9876543210', 'asha@example.in', 'erased'])
      expect(await listIds({ search })).toEqual([])
    expect(await listIds({ search: asha.slice(-8) })).toEqual([asha])
    expect(await listIds({ work: 'cancelled' })).toEqual([asha])
    expect(await listIds({ isNewestOfShopper: true })).toEqual([])
  })

  it('the list of newest orders has one order for each shopper', async () => {
    await place()
    const ravi = await place({ hours: 1, fields: { userId: 'ravi' } })
    const asha = await place({ hours: 2 })
    expect(await listIds({ isNewestOfShopper: true })).toEqual([asha, ravi])
    expect((await listAllPages({ isNewestOfShopper: true }, { limit: 1 })).ids).toEqual([asha, ravi])
  })

  it('the totals of each hour in India leave out cancelled and unpaid orders and refunds', async () => {
    // In India these orders are placed at 17:30, 19:30, and 00:30 of the next day.
    const first = await place()
    await place({ hours: 2 })
    await apply(await place({ hours: 2, isCash: false }), approved)
    const unpaid = await place({ hours: 2, isCash: false })
    await apply(unpaid, { kind: 'unknown' })
    await place({ hours: 7 })
    const days = ['2025-12-31', '2026-01-01', '2026-01-02']
    /** For each day, the hours with orders: hour, number of orders, revenue. */
    const totals = async () =>
      (await setup.allOrders.totalsOf(days)).map(({ day, hours }) => [
        day,
        hours.flatMap(({ orders, revenuePaise }, hour) =>
          orders === 0 ? [] : [[hour, orders, revenuePaise]],
        ),
      ])
    const nextDay = ['2026-01-02', [[0, 1, 80_000]]]
    expect(await totals()).toEqual([
      ['2025-12-31', []],
      [
        '2026-01-01',
        [
          [17, 1, 80_000],
          [19, 2, 160_000],
        ],
      ],
      nextDay,
    ])
    await apply(unpaid, approved)
    await apply(first, { kind: 'cancelledByShop', reason: 'Sold out' })
    expect(await totals()).toEqual([['2025-12-31', []], ['2026-01-01', [[19, 3, 240_000]]], nextDay])

    const oneUnit = { items: [{ productId: 'barfi', quantity: 1 }], reason: 'Broken', goods: 'lost' } as const
    await apply(unpaid, { kind: 'refundRequested', key: 'k1', ...oneUnit })
    expect(await totals()).toEqual([['2025-12-31', []], ['2026-01-01', [[19, 3, 200_000]]], nextDay])
    await apply(unpaid, { kind: 'refundSettled', refundId: 'R1', result: { kind: 'refused', message: '' } })
    expect(await totals()).toEqual([['2025-12-31', []], ['2026-01-01', [[19, 3, 240_000]]], nextDay])
    await apply(unpaid, { kind: 'refundRequested', key: 'k2', reason: 'Sold out', goods: 'back' })
    expect(await totals()).toEqual([['2025-12-31', []], ['2026-01-01', [[19, 2, 160_000]]], nextDay])
  })

  it('pages reach the oldest order, although each page reads only some of the orders', async () => {
    const oldest = await place({ isCash: false })
    await apply(oldest, approved)
    for (let order = 0; order < 12; order += 1) await place({ hours: 1 + order })
    const { ids, pageCount } = await listAllPages(
      { orderStatus: 'CONFIRMED', method: 'card' },
      { readMax: 4 },
    )
    expect(ids).toEqual([oldest])
    expect(pageCount).toBeGreaterThan(2)
  })

  it('pages reach an order that is older than 32 days on which every order expired', async () => {
    const oldest = await place()
    for (let day = 1; day <= 32; day += 1) {
      const unpaid = await place({ hours: 24 * day, isCash: false })
      await apply(unpaid, { kind: 'expired' })
    }
    expect((await listAllPages({}, {})).ids).toEqual([oldest])
  })

  it('a list that begins after the year 9999 has every order', async () => {
    const id = await place()
    expect(await listIds({ until: new Date('9999-12-31T23:59:59.999Z') })).toEqual([id])
    const { orders } = await setup.allOrders.list({}, { limit: 5, cursor: `${'Z'.repeat(26)}.0.found` })
    expect(orders).toHaveLength(1)
  })
}

/** The fields of a person's order. The name is the user id too. */
function person(fullName: string, phoneNumber: string, email: string | null): Partial<OrderRecord> {
  return { userId: fullName, email, shippingAddress: { ...homeAddress, fullName, phoneNumber } }
}
