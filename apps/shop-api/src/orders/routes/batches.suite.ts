import { hash } from 'node:crypto'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { asPaise } from '@nashta/contracts/money'
import { getOrderForDesk } from '@nashta/contracts/orders/desk/desk-order'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { getBatchBuyers, recallBatch } from '@nashta/contracts/stock/recalls'
import { getStockHistory, type StockPage } from '@nashta/contracts/stock/stock'
import { expect, it } from 'vitest'
import { type BatchBook } from '../../catalogue/batches/batch-book.ts'
import { bookKey, bookWrites } from '../../catalogue/batches/book-documents.ts'
import { aProduct } from '../../catalogue/product.fixture.ts'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { GOOD_CARD, openCheckout } from '../work/checkout.fixture.ts'

const PRICE = 400
const AUTHORSHIP = { by: { sub: 'boss', username: 'boss', email: null }, at: '2026-01-01T00:00:00.000Z' }

/** Batches from the box that arrives to the parcel that leaves, with every storage adapter. */
export function batchesSuite(open: OpenTestShop, { histories, steps }: { histories: number; steps: number }) {
  const { shop, place, stockOf } = openCheckout(open)
  let keys = 0

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, sub = 'boss') => {
    shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    keys += 1
    return shop().call(sub, method, path, body, { 'idempotency-key': `key-${keys}` })
  }
  const change = (body: object) => call('POST', '/admin/products/barfi/stock', body)
  const receive = (batch: string, units: number, bestBefore?: string) =>
    change({ kind: 'received', units, batch, ...(bestBefore && { bestBefore }) })
  const act = (id: string, action: string, body: object = {}) =>
    call('POST', `/admin/orders/${id}/${action}`, body)
  const buy = async (quantity: number, sub = 'asha') => {
    const items = [{ productId: 'barfi', quantity }]
    return place(
      { items, totalAmount: quantity * PRICE, paymentDetails: GOOD_CARD },
      { 'idempotency-key': `o${(keys += 1)}` },
      sub,
    )
  }
  const order = async (quantity: number, sub?: string) => (await buy(quantity, sub)).data.purchaseId as string
  const finish = (id: string, picks?: [batch: string, quantity: number][]) =>
    act(id, 'pack', {
      step: 'finish',
      ...(picks && { picks: picks.map(([batch, quantity]) => ({ productId: 'barfi', batch, quantity })) }),
    })
  const lineOf = async (id: string) => {
    const { data } = await call('GET', `/admin/orders/${id}`)
    return parseExactly(getOrderForDesk.reply, { data }).data.lines[0]
  }
  const stockReply = () => call('GET', '/admin/products/barfi/stock')

  /** With the whole history. */
  async function stockPage(cursor = ''): Promise<StockPage> {
    const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) })
    const reply = await call('GET', `/admin/products/barfi/stock?${query.toString()}`)
    const { data } = parseExactly(getStockHistory.reply, { data: reply.data })
    if (data.nextCursor === null) return data
    const { entries } = await stockPage(data.nextCursor)
    return { ...data, entries: [...data.entries, ...entries] }
  }
  const left = async () =>
    Object.fromEntries((await stockPage()).batches?.map(({ batch, left: units }) => [batch, units]) ?? [])

  it('the parcel names the batch that expires first, and goods without a batch come last', async () => {
    await receive('LATE', 5, '2027-09-30')
    await receive('SOON', 2, '2027-03-31')
    expect((await stockPage()).batches).toMatchObject([
      { batch: 'SOON', left: 2, aside: 0, state: 'sold', bestBefore: '2027-03-31' },
      { batch: 'LATE', left: 5 },
    ])
    const id = await order(8)
    expect((await lineOf(id))?.batches).toEqual([
      { batch: 'SOON', bestBefore: '2027-03-31', units: 2, take: 2, state: 'sold' },
      { batch: 'LATE', bestBefore: '2027-09-30', units: 5, take: 5, state: 'sold' },
    ])
    const packed = await finish(id)
    // The eighth was in the shop before there were batches.
    expect(packed.data.lines[0].picks).toEqual([
      { batch: 'SOON', quantity: 2 },
      { batch: 'LATE', quantity: 5 },
    ])
    expect(packed.data.lines[0].batches).toBeUndefined()
    expect([await left(), await stockOf('barfi')]).toEqual([{ SOON: 0, LATE: 0 }, 0])
  })

  it('the packer may take another batch, but never more than it has, nor what was promised', async () => {
    await receive('A', 4, '2027-03-31')
    await receive('B', 4, '2027-09-30')
    const [first, second] = [await order(3), await order(3)]
    expect((await finish(first, [['B', 3]])).data.lines[0].picks).toEqual([{ batch: 'B', quantity: 3 }])
    // The screen of another packer still shows four of B.
    expect(await finish(second, [['B', 3]])).toMatchObject({
      status: 412,
      message: 'Batch B has only 1 left. Please choose again',
    })
    expect(await finish(second, [['C', 3]])).toMatchObject({ status: 409, message: 'There is no batch C' })
    expect(await finish(second, [['A', 4]])).toMatchObject({ status: 409 })
    // Only one unit is of no batch.
    expect(await finish(second, [['A', 1]])).toMatchObject({ status: 409 })
    expect(
      (
        await finish(second, [
          ['A', 2],
          ['B', 1],
        ])
      ).data.lines[0].picks,
    ).toEqual([
      { batch: 'A', quantity: 2 },
      { batch: 'B', quantity: 1 },
    ])
    expect(await left()).toEqual({ A: 2, B: 0 })
  })

  it('two packers at once never take the same units', async () => {
    await receive('A', 5)
    const ids = await Promise.all([order(2), order(2), order(2)])
    const packed = await Promise.all(ids.map((id) => finish(id)))
    expect(packed.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([await left(), await stockOf('barfi')]).toEqual([{ A: 0 }, 0])
  })

  it('units go back to their batch when packing is undone, or when they come back; waste does not', async () => {
    await receive('A', 4, '2027-03-31')
    const id = await order(4)
    await finish(id)
    expect(await left()).toEqual({ A: 0 })
    await act(id, 'pack', { step: 'undo' })
    expect(await left()).toEqual({ A: 4 })
    await finish(id)
    await act(id, 'ship', { courier: 'DTDC' })
    await act(id, 'undelivered', { outcome: 'comingBack', reason: 'refused' })
    expect(await left()).toEqual({ A: 0 })
    await act(id, 'goods', { goods: 'back', waste: [{ productId: 'barfi', quantity: 1 }] })
    expect([await left(), await stockOf('barfi')]).toEqual([{ A: 3 }, 4])
  })

  it('units are taken out of a batch, and a batch is counted', async () => {
    await receive('A', 4)
    expect(await change({ kind: 'damaged', units: 2 })).toMatchObject({
      status: 409,
      message: 'Only 1 have no batch: please choose the batch',
    })
    await change({ kind: 'damaged', units: 1, batch: 'A' })
    await change({ kind: 'counted', batch: 'A', counted: 1, seen: 3 })
    expect([await left(), await stockOf('barfi')]).toEqual([{ A: 1 }, 2])
    const { entries } = await stockPage()
    expect(entries.map(({ kind, units, batch }) => [kind, units, batch])).toEqual([
      ['counted', -2, 'A'],
      ['damaged', -1, 'A'],
      ['received', 4, 'A'],
      ['start', 1, undefined],
    ])
    // What was promised to an order cannot be thrown away before the order is cancelled.
    await order(2)
    expect(await change({ kind: 'expired', units: 1, batch: 'A' })).toMatchObject({ status: 409 })
    expect(await call('PUT', '/products/barfi', { stock: 9 })).toMatchObject({
      status: 409,
      message: 'This product has batches: change its stock on its stock page',
    })
    expect(await receive('A', 2, '2027-03-31')).toMatchObject({ status: 409 })
  })

  it('units that break before they are packed leave their batch', async () => {
    await receive('A', 4)
    const id = await order(5)
    const items = [{ productId: 'barfi', quantity: 2 }]
    await act(id, 'refund', { items, reason: 'Dropped', goods: 'lost' })
    expect(await left()).toEqual({ A: 2 })
    expect((await finish(id)).data.lines[0].picks).toEqual([{ batch: 'A', quantity: 2 }])
  })

  const recall = (batch: string) =>
    call('POST', '/admin/products/barfi/recalls', {
      batch,
      reason: 'Too much salt',
      advice: 'Throw it away, your money goes back',
    })
  const buyers = async (batch: string) => {
    const { data } = await call('GET', `/admin/products/barfi/batch?batch=${batch}`)
    return parseExactly(getBatchBuyers.reply, { data }).data
  }
  const recallMails = async () => (await shop().queuedMails()).filter(({ kind }) => kind === 'order-recalled')
  const sent = async (quantity: number, sub?: string) => {
    const id = await order(quantity, sub)
    await act(id, 'ship', { courier: 'DTDC' })
    return id
  }

  it('a recalled batch is not sold or packed, and each person who got it has one mail, also after a restart', async () => {
    await receive('BAD', 12, '2027-03-31')
    await receive('GOOD', 5, '2027-09-30')
    const first = await sent(2)
    await sent(1)
    await sent(1, 'ravi')
    const inShop = await order(2)
    await finish(inShop)
    const promised = await order(1)
    const back = await sent(1)
    await act(back, 'undelivered', { outcome: 'comingBack', reason: 'refused' })
    await act(back, 'goods', { goods: 'back' })
    expect(await buyers('BAD')).toMatchObject({ orders: 4, units: 6, persons: 2, withoutEmail: 0 })

    const recalled = await recall('BAD')
    expect(parseExactly(recallBatch.reply, { data: recalled.data }).data.recall).toMatchObject({ mailed: 0 })
    expect(await recall('BAD')).toMatchObject({ status: 200 })
    await shop().restart()
    await shop().shop.reconcile()
    await shop().shop.reconcile()
    expect(await recallMails()).toHaveLength(2)
    expect(await buyers('BAD')).toMatchObject({
      orders: 3,
      persons: 2,
      recall: { mailed: 2, isOver: true, by: 'boss@example.in' },
    })
    await expect
      .poll(async () => (await shop().mailbox.list('ravi@example.in')).map(({ text }) => text).join())
      .toContain('Please do not eat it. Too much salt. Throw it away')

    // The parcel in the shop is to be packed again, and of the good batch.
    expect(await act(inShop, 'ship', { courier: 'DTDC' })).toMatchObject({
      status: 409,
      message: 'Kaju Barfi, batch BAD, was recalled: take it out of the parcel and pack the order again',
    })
    const toPack = await call('GET', `/admin/orders/${inShop}`)
    expect(parseExactly(getOrderForDesk.reply, { data: toPack.data }).data).toMatchObject({
      recalledBatch: 'Kaju Barfi, batch BAD',
    })
    expect((await finish(inShop)).data.lines[0].picks).toEqual([{ batch: 'GOOD', quantity: 2 }])
    expect((await call('GET', `/admin/orders/${inShop}`)).data).not.toHaveProperty('recalledBatch')
    expect(await finish(promised, [['BAD', 1]])).toMatchObject({ status: 412 })
    await finish(promised)
    const page = await stockPage()
    // Five of the bad ones were not sent or promised, two were packed again, and one was promised.
    expect(page.batches?.find(({ batch }) => batch === 'BAD')).toMatchObject({ state: 'recalled', left: 8 })
    expect(await receive('BAD', 1)).toMatchObject({ status: 409, message: 'Batch BAD was recalled' })
    const { data } = await call('GET', `/admin/orders/${first}`)
    expect(data.timeline.at(-1)).toMatchObject({ kind: 'recalled', note: 'Kaju Barfi, batch BAD' })
  })

  it('recalled units that an order was promised, and that are thrown away, hold no other stock back', async () => {
    await receive('BAD', 5)
    const id = await order(2)
    await recall('BAD')
    await act(id, 'refund', { reason: 'Recalled', goods: 'lost' })
    // One of the two was the unit that is in no batch.
    expect((await stockPage()).batches).toMatchObject([{ batch: 'BAD', left: 4, aside: 4 }])
    await receive('GOOD', 10)
    await shop().shop.reconcile()
    expect(await stockOf('barfi')).toBe(10)
    expect((await stockPage()).batches).toContainEqual(expect.objectContaining({ batch: 'GOOD', left: 10 }))
  })

  /** So many younger batches that no used-up batch stays in the book. */
  async function receiveYounger(name: string) {
    const { documents } = shop().shop.storage
    const stored = await documents.get<BatchBook>(bookKey('barfi'))
    if (!stored) throw new Error('Without a book')
    const younger = Array.from({ length: 24 }, (_, index) => ({
      batch: `${name}${index}`,
      receivedAt: AUTHORSHIP.at,
      left: 0,
      aside: 0,
    }))
    const batches = [...stored.body.batches, ...younger]
    await documents.commit(bookWrites(stored, { ...stored.body, batches }))
    await receive(name, 1)
    await change({ kind: 'damaged', units: 1, batch: name })
  }

  it('promised units of a recalled batch are not sold for a moment when their orders are cancelled', async () => {
    await change({ kind: 'counted', counted: 0, seen: 1 })
    await receive('BAD', 5)
    const [promised, packed] = [await order(2), await order(3)]
    await finish(packed)
    await recall('BAD')
    await shop().shop.reconcile()
    for (const id of [promised, packed]) {
      expect((await act(id, 'cancel', { reason: 'Recalled' })).status).toBe(200)
      expect(await stockOf('barfi')).toBe(0)
    }
    const { batches, stock, entries } = await stockPage()
    expect(batches).toMatchObject([{ batch: 'BAD', left: 5, aside: 5 }])
    expect(sumOf(entries.map(({ units }) => units))).toBe(stock)
  })

  it('an erased shopper leaves no mark that they had the mail of a recall', async () => {
    await receive('BAD', 5)
    const id = await sent(1)
    await act(id, 'deliver')
    await recall('BAD')
    await shop().shop.reconcile()
    expect(await recallMails()).toHaveLength(1)
    const mark = `person#${hash('sha256', 'asha@example.in')}`
    expect(await shop().everything()).toContain(mark)
    expect((await shop().call('asha', 'DELETE', '/account/asha')).status).toBe(200)
    expect(await shop().everything()).not.toContain(mark)
  })

  it('a batch that was used up long ago is recalled, and what comes back of it is not sold again', async () => {
    await change({ kind: 'counted', counted: 0, seen: 1 })
    await receive('OLD', 5, '2027-03-31')
    const early = await sent(2)
    const late = await sent(2)
    const unpacked = await order(1)
    await finish(unpacked)
    await receiveYounger('N')
    expect(await left()).not.toHaveProperty('OLD')
    expect(await buyers('OLD')).toMatchObject({ orders: 3, units: 5, bestBefore: '2027-03-31' })

    const comesBack = async (id: string) => {
      await act(id, 'undelivered', { outcome: 'comingBack', reason: 'refused' })
      return act(id, 'goods', { goods: 'back' })
    }
    expect((await comesBack(early)).status).toBe(200)
    expect((await stockPage()).batches).toContainEqual(
      expect.objectContaining({ batch: 'OLD', left: 2, aside: 0, bestBefore: '2027-03-31' }),
    )
    await change({ kind: 'damaged', units: 2, batch: 'OLD' })
    await receiveYounger('M')
    expect(await left()).not.toHaveProperty('OLD')

    expect(await recall('OLD')).toMatchObject({ status: 200 })
    expect(await receive('OLD', 1)).toMatchObject({ status: 409, message: 'Batch OLD was recalled' })
    await shop().shop.reconcile()
    expect(await recallMails()).toHaveLength(1)
    expect((await buyers('OLD')).recall).toMatchObject({ mailed: 1, isOver: true })

    expect((await comesBack(late)).status).toBe(200)
    // Not for a moment: no reconciler has run.
    expect(await stockOf('barfi')).toBe(0)
    expect((await stockPage()).batches).toContainEqual(
      expect.objectContaining({ batch: 'OLD', state: 'recalled', left: 3, aside: 2 }),
    )
    // The unit of the parcel in the shop was promised, so that it is packed again or given back.
    await act(unpacked, 'cancel', { reason: 'Recalled' })
    await shop().shop.reconcile()
    expect(await stockOf('barfi')).toBe(0)
    const { stock, entries } = await stockPage()
    expect(sumOf(entries.map(({ units }) => units))).toBe(stock)
  })

  it('an order of as many products with batches as are possible is packed, unpacked, packed and cancelled', async () => {
    const { products, storage } = shop().shop
    const ids = Array.from({ length: 60 }, (_, index) => `snack-${index}`)
    for (const productsId of ids) {
      const product = { products_id: productsId, name: productsId, pricePaise: asPaise(1000), stock: 2 }
      await products.create(aProduct(product), AUTHORSHIP)
      // The next order moves what the books know of orders to the archive.
      const takes = Array.from({ length: 15 }, (_, index) => ({ orderId: `o${index}`, batch: 'A' }))
      const batches = [{ batch: 'A', receivedAt: AUTHORSHIP.at, left: 2, aside: 0 }]
      await storage.documents.commit(bookWrites(null, { productsId, batches, takes, archives: 0 }))
    }
    const items = ids.map((productId) => ({ productId, quantity: 1 }))
    const placed = await place({ items, totalAmount: 600 }, { 'idempotency-key': 'large' })
    const id = placed.data.purchaseId
    expect(await finish(id)).toMatchObject({ status: 200 })
    expect(await act(id, 'pack', { step: 'undo' })).toMatchObject({ status: 200 })
    expect(await finish(id)).toMatchObject({ status: 200 })
    expect(await act(id, 'cancel', { reason: 'No', goods: 'back' })).toMatchObject({ status: 200 })
    const books = await Promise.all(ids.map((each) => call('GET', `/admin/products/${each}/stock`)))
    for (const { data } of books)
      expect(data).toMatchObject({ stock: 2, batches: [{ batch: 'A', left: 2, aside: 0 }] })
  })

  it('a recall that dies half-way is gone on with, and mails nobody twice', async () => {
    await receive('BAD', 20)
    for (const sub of ['asha', 'ravi', 'uma', 'dev']) await sent(2, sub)
    const { purchases } = shop().shop.storage
    const update = purchases.update.bind(purchases)
    let updates = 0
    purchases.update = async (...change) => {
      updates += 1
      const updated = await update(...change)
      if (updates % 2 === 0) throw new Error('killed')
      return updated
    }
    await recall('BAD')
    for (let run = 0; run < 12; run += 1)
      await shop()
        .shop.reconcile()
        .catch(() => {})
    purchases.update = update
    await shop().shop.reconcile()
    expect(await recallMails()).toHaveLength(4)
    expect((await buyers('BAD')).recall).toMatchObject({ mailed: 4, isOver: true })
  })

  it('only a manager who has just signed in recalls, and a file names who got the batch', async () => {
    await receive('BAD', 3)
    await sent(2)
    await shop().tokenFor('pia', ['packer'])
    const body = { batch: 'BAD', reason: 'Salt', advice: 'Throw it away' }
    expect(await call('POST', '/admin/products/barfi/recalls', body, 'pia')).toMatchObject({ status: 403 })
    expect(await call('POST', '/admin/products/barfi/recalls', { ...body, batch: 'X' })).toMatchObject({
      status: 409,
      message: 'There is no batch X',
    })
    const file = await shop().shop.app.inject({
      url: '/api/admin/products/barfi/batch/orders?batch=BAD',
      headers: { authorization: `Bearer ${await shop().tokenFor('boss', ['admin'])}` },
    })
    expect(file.body).toContain('Order,Date,Units,Name,Phone,E-mail,Delivery')
    expect(file.body).toContain('asha@example.in,SHIPPED')
  })

  it('what is too old to arrive fresh is not sold, until the shop says otherwise', async () => {
    await call('PUT', '/products/barfi', { stock: 0, shelfLifeDays: 100 })
    // It is the first of January, delivery takes five days, and thirty days must be left then.
    await receive('OLD', 4, '2026-02-04')
    expect(await stockOf('barfi')).toBe(0)
    expect(await buy(1)).toMatchObject({ code: 'OUT_OF_STOCK' })
    await receive('NEW', 3, '2026-02-06')
    expect(await stockOf('barfi')).toBe(3)
    const { batches, entries } = await stockPage()
    expect(batches).toMatchObject([
      { batch: 'NEW', state: 'sold', aside: 0 },
      { batch: 'OLD', state: 'tooOld', aside: 4 },
    ])
    expect(entries[1]).toMatchObject({ kind: 'tooOld', units: -4, batch: 'OLD' })

    const promised = await order(2)
    shop().clock.now = new Date(shop().clock.now.getTime() + 2 * 24 * 60 * 60 * 1000)
    await shop().shop.reconcile()
    expect(await stockOf('barfi')).toBe(0)
    expect((await stockPage()).batches).toMatchObject([
      { batch: 'OLD', aside: 4 },
      { batch: 'NEW', aside: 1, state: 'tooOld', left: 3 },
    ])
    // What was promised while it was fresh may still be packed; what goes back is not sold again.
    const cancelled = await act(promised, 'cancel', { reason: 'Too late' })
    expect(cancelled.status).toBe(200)
    await shop().shop.reconcile()
    expect([await stockOf('barfi'), (await stockPage()).batches?.[1]?.aside]).toEqual([0, 3])

    await change({ kind: 'expired', units: 4, batch: 'OLD' })
    expect([await left(), await stockOf('barfi')]).toEqual([{ NEW: 3, OLD: 0 }, 0])
    expect((await call('PUT', '/admin/shop', aShop({ freshPercent: 10 }))).status).toBe(200)
    await shop().shop.reconcile()
    expect(await stockOf('barfi')).toBe(3)
  })

  it('a shop without batches sees nothing of them', async () => {
    const id = await order(1)
    expect(await lineOf(id)).not.toHaveProperty('batches')
    expect((await finish(id)).data.lines[0]).not.toHaveProperty('picks')
    expect(await stockPage()).not.toHaveProperty('batches')
  })

  it(`in ${histories} random histories the batches and the units without one are the stock, and none is negative`, async () => {
    for (let history = 0; history < histories; history += 1) {
      const random = createRandom(history + 7)
      const orders: { id: string; units: number }[] = []
      await call('PUT', '/products/barfi', { stock: 1 })
      for (let step = 0; step < steps; step += 1) {
        const { id = '' } = orders.at(-1 - random(Math.min(6, orders.length || 1))) ?? {}
        const name = `B${history}-${random(4)}`
        const moves = [
          () => receive(name, 1 + random(9)),
          () => receive(name, 1 + random(9), `2027-0${1 + random(9)}-15`),
          () => change({ kind: 'damaged', units: 1 + random(3), ...(random(2) === 0 && { batch: name }) }),
          async () => {
            const seen = (await left())[name] ?? 0
            return change({ kind: 'counted', batch: name, counted: random(8), seen })
          },
          async () => {
            const seen = (await stockOf('barfi')) ?? 0
            return change({ kind: 'counted', counted: Math.max(0, seen - 1 + random(3)), seen })
          },
          async () => {
            const units = 1 + random(5)
            const placed = await buy(units)
            if (placed.status === 201) orders.push({ id: placed.data.purchaseId, units })
            return placed
          },
          () => finish(id),
          () => finish(orders.at(-1)?.id ?? ''),
          () => finish(orders.at(-1)?.id ?? '', []),
          () => finish(id, [[name, 1 + random(3)]]),
          async () => (await Promise.all([finish(id), finish(orders[0]?.id ?? '')]))[0],
          () => act(id, 'pack', { step: 'undo' }),
          () => act(id, 'ship', { courier: 'DTDC' }),
          () => act(id, 'cancel', { reason: 'No', goods: ['back', 'expected', 'lost'][random(3)] }),
          () =>
            act(id, 'refund', {
              items: [{ productId: 'barfi', quantity: 1 }],
              reason: 'Broken',
              goods: ['back', 'expected', 'lost'][random(3)],
            }),
          () => act(id, 'goods', { goods: random(2) === 0 ? 'back' : 'lost' }),
          () => (random(4) === 0 ? recall(name) : stockReply()),
          async () => {
            shop().clock.now = new Date(shop().clock.now.getTime() + random(5) * 24 * 60 * 60 * 1000)
            await shop().shop.reconcile()
            return stockReply()
          },
        ]
        const { status } = (await moves[random(moves.length)]?.()) ?? {}
        expect(status).toBeLessThan(500)
        if (step % 4 > 0) continue
        const { stock, entries, batches = [] } = await stockPage()
        expect(sumOf(entries.map(({ units }) => units))).toBe(stock)
        expect(stock).toBeGreaterThanOrEqual(0)
        const ofBatches = sumOf(batches.map(({ left: units, aside }) => units - aside))
        expect(batches.every(({ left: units, aside }) => aside >= 0 && units >= aside)).toBe(true)
        const withoutBatch = (stock ?? 0) + (await promisedUnits(orders)) - ofBatches
        expect(withoutBatch).toBeGreaterThanOrEqual(0)
      }
      const open = orders.map(({ id }) => id)
      for (const id of open) await act(id, 'cancel', { reason: 'The end', goods: 'lost' })
      const page = await stockPage()
      for (const { batch, left: units } of page.batches ?? [])
        if (units > 0) await change({ kind: 'counted', batch, counted: 0, seen: units })
      await change({ kind: 'counted', counted: 0, seen: await stockOf('barfi') })
      expect(await stockOf('barfi')).toBe(0)
    }
  })

  /** The units of orders in the shop that are not packed. */
  async function promisedUnits(orders: readonly { id: string }[]) {
    const found = await Promise.all(orders.map(({ id }) => shop().shop.storage.purchases.find(id)))
    return sumOf(
      found.flatMap((each) => {
        if (!each) return []
        const isOut = each.fulfilment.packing?.packedAt !== undefined || each.deliveryStatus !== 'PROCESSING'
        return isOut ? [] : each.taken.map(({ quantity }) => quantity)
      }),
    )
  }
}

function sumOf(units: readonly number[]) {
  return units.reduce((sum, each) => sum + each, 0)
}

/** A small generator with a seed. Returns a whole number below `bound`. */
function createRandom(seed: number) {
  let state = seed
  return (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return bound === 0 ? 0 : Math.floor((state / 2 ** 32) * bound)
  }
}
