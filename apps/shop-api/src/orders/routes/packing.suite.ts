import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { printOrders } from '@nashta/contracts/orders/desk/bulk-orders'
import { getOrderForDesk } from '@nashta/contracts/orders/desk/desk-order'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { card, openCheckout } from '../work/checkout.fixture.ts'

const LADDOO_PRICE = 279.5
const STOCK = 10

/** What is packed of refunded and cancelled orders, and what comes back to the stock, on every adapter. */
export function packingSuite(open: OpenTestShop) {
  const { shop, place, stockOf } = openCheckout(open)

  beforeEach(async () => {
    for (const role of OPERATOR_ROLES) await shop().tokenFor(role, [role])
    await shop().call('admin', 'PUT', '/products/laddoo', { stock: STOCK })
  })
  /** Does an action with an order, one second later. */
  const act = (id: string, action: string, body: object = {}, sub = 'manager', headers = {}) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    return shop().call(sub, 'POST', `/admin/orders/${id}/${action}`, body, headers)
  }
  const claim = (id: string, sub: string) => act(id, 'pack', { step: 'claim' }, sub)
  const wait = (minutes: number) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + minutes * 60_000)
  }
  const placePaid = async (quantity = 3, fields = {}) => {
    const items = [{ productId: 'laddoo', quantity }]
    const placed = await place({ items, totalAmount: quantity * LADDOO_PRICE, ...fields })
    return placed.data.purchaseId as string
  }
  let keys = 0
  const refund = (id: string, quantity: number | null, body: object = {}) => {
    keys += 1
    const items = quantity === null ? {} : { items: [{ productId: 'laddoo', quantity }] }
    return act(id, 'refund', { reason: 'One box broke', ...items, ...body }, 'manager', {
      'idempotency-key': `refund-${keys}`,
    })
  }
  const read = async (id: string, sub = 'manager') => {
    const { data } = await shop().call(sub, 'GET', `/admin/orders/${id}`)
    return parseExactly(getOrderForDesk.reply, { data }).data
  }
  const print = async (id: string, sub = 'packer') => {
    const { data } = await shop().call(sub, 'GET', `/admin/orders/print?ids=${id}`)
    return parseExactly(printOrders.reply, { data }).data.documents
  }
  const packQueue = async () => (await shop().call('packer', 'GET', '/admin/orders/pack-queue')).data.orderIds
  const ship = (id: string, body = {}) => act(id, 'ship', { courier: 'Delhivery', ...body })
  const shipAndCancel = async (goods: object) => {
    const id = await placePaid(3)
    await ship(id)
    await act(id, 'cancel', { reason: 'Nobody at home', ...goods })
    return id
  }
  /** The text of the mail that says that the order is cancelled. */
  const cancellationMail = async (id: string) => {
    const find = async () =>
      (await shop().mailbox.list('asha@example.in')).find(
        ({ subject, text }) => subject.includes('is cancelled') && text.includes(id),
      )?.text
    await expect.poll(find).toBeDefined()
    return find()
  }
  const logOf = async (id: string) =>
    (await shop().call('manager', 'GET', `/admin/log?kind=order&subject=${id}`)).data.entries

  it('units that are refunded before packing are on no screen and no paper of a packer', async () => {
    const id = await placePaid(3)
    await refund(id, 2)
    const order = await read(id)
    expect(order).toMatchObject({
      work: 'pack',
      totalItems: 3,
      itemsToPack: 1,
      lines: [{ quantity: 3, toPack: 1, refundable: 1 }],
      money: { paid: 838.5, refunded: 559, remains: 279.5 },
    })
    expect(await read(id, 'packer')).toMatchObject({ itemsToPack: 1, lines: [{ toPack: 1 }] })
    expect(await print(id)).toMatchObject([{ order: { itemsToPack: 1, lines: [{ toPack: 1 }] } }])
    expect((await ship(id)).status).toBe(200)
    // The parcel had one unit, whatever is refunded later.
    await refund(id, 1)
    expect(await read(id)).toMatchObject({ lines: [{ toPack: 1, refundable: 0 }] })
  })

  it('a shopper sees what remains of a refunded order, on its page, by its link and in its mails', async () => {
    const id = await placePaid(3)
    await refund(id, 2)
    const fewer = {
      totalAmount: 838.5,
      items: [{ productId: 'laddoo', quantity: 3, remaining: 1 }],
      money: { paid: 838.5, refunded: 559, remains: 279.5 },
    }
    expect((await shop().call('asha', 'GET', `/purchases/order/${id}`)).data).toMatchObject(fewer)
    await ship(id)
    const shipped = async () =>
      (await shop().mailbox.list('asha@example.in')).find(({ subject }) => subject.includes('on its way'))
        ?.text
    await expect.poll(shipped).toContain('(2 of 3 refunded)')
    const text = (await shipped()) ?? ''
    expect(text).toMatch(/^1 × .* \(2 of 3 refunded\) +₹279\.50$/m)
    expect(text).toMatch(/^Total as ordered +₹838\.50\nPaid +₹838\.50\nRefunded +₹559\nRemains +₹279\.50$/m)
    const token = /\/orders\/([\w-]+)/.exec(text)?.[1]
    expect((await shop().call('nobody', 'GET', `/order-links/${token}`)).data).toMatchObject(fewer)

    const whole = await placePaid(2)
    const { data } = await shop().call('asha', 'GET', `/purchases/order/${whole}`)
    expect([data.money, data.items[0].remaining]).toEqual([undefined, undefined])
    await act(whole, 'cancel', { reason: 'Sold out' })
    expect((await shop().call('asha', 'GET', `/purchases/order/${whole}`)).data).toMatchObject({
      items: [{ quantity: 2, remaining: 0 }],
      money: { paid: 559, refunded: 559, remains: 0 },
    })
  })

  it('an order of which nothing is left to pack is cancelled, with one mail', async () => {
    const id = await placePaid(3)
    await refund(id, 2, { goods: 'back' })
    expect(await packQueue()).toEqual([id])
    await refund(id, 1, { goods: 'back', reason: 'Sold out' })
    expect(await packQueue()).toEqual([])
    expect(await read(id)).toMatchObject({
      work: 'cancelled',
      itemsToPack: 0,
      lines: [{ toPack: 0 }],
      money: { remains: 0 },
    })
    expect(await stockOf('laddoo')).toBe(STOCK)
    const refusal = { status: 409, code: 'ILLEGAL_TRANSITION', message: expect.stringContaining('cancelled') }
    expect(await act(id, 'pack', { step: 'begin' }, 'packer')).toMatchObject(refusal)
    expect(await act(id, 'pack', { step: 'finish' }, 'packer')).toMatchObject(refusal)
    expect(await ship(id)).toMatchObject(refusal)
    const text = await cancellationMail(id)
    expect(text).toContain('We had to cancel it: Sold out.')
    expect(text).toContain('₹279.50 goes back to you')
    const kinds = (await shop().queuedMails()).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['order-cancelled', 'order-confirmed', 'order-refund-started'])
  })

  it('a refund after packing brings the order back to the packer, and an old screen cannot ship it', async () => {
    const id = await placePaid(3)
    await act(id, 'pack', { step: 'begin' }, 'packer')
    const packed = (await act(id, 'pack', { step: 'finish' }, 'packer')).data
    await shop().call('packer', 'POST', '/admin/orders/bulk', { action: 'printed', orderIds: [id] })
    await refund(id, 1, { goods: 'back' })
    expect(await ship(id, { version: packed.version })).toMatchObject({ status: 412, code: 'ORDER_CHANGED' })
    expect(await ship(id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('pack it first'),
    })
    const bulk = { action: 'ship', orderIds: [id], courier: 'Delhivery' }
    expect((await shop().call('manager', 'POST', '/admin/orders/bulk', bulk)).data.results).toMatchObject([
      { result: 'refused' },
    ])
    const status = { orderStatus: 'SHIPPED' }
    expect(await shop().call('manager', 'PUT', `/purchases/order/${id}/status`, status)).toMatchObject({
      status: 409,
    })

    const again = await read(id, 'packer')
    expect(again).toMatchObject({
      work: 'pack',
      contentChangedAt: expect.any(String),
      lines: [{ toPack: 2 }],
    })
    expect(again.printedAt).toBeUndefined()
    expect(again.timeline.map(({ kind }) => kind)).toContain('contentChanged')
    const repacked = (await act(id, 'pack', { step: 'finish', version: again.version }, 'packer')).data
    expect(repacked).toMatchObject({ work: 'handOver', packing: { packedAt: expect.any(String) } })
    expect(await ship(id, { version: repacked.version })).toMatchObject({ status: 200 })
  })

  it('a pack screen that was opened before the refund cannot finish packing', async () => {
    const id = await placePaid(3)
    const begun = (await act(id, 'pack', { step: 'begin' }, 'packer')).data
    await refund(id, 1)
    const finish = { step: 'finish', version: begun.version }
    expect(await act(id, 'pack', finish, 'packer')).toMatchObject({ status: 412, code: 'ORDER_CHANGED' })
  })

  describe('an order that a packer has opened', () => {
    beforeEach(() => shop().tokenFor('second', ['packer']))

    it('is refused to every other packer, with the name of its packer, and changes nothing else', async () => {
      const id = await placePaid(1)
      const before = await read(id)
      expect((await claim(id, 'packer')).data.version).toBe(before.version)
      expect((await claim(id, 'packer')).status).toBe(200)
      for (const step of ['claim', 'begin', 'finish'])
        expect(await act(id, 'pack', { step }, 'second')).toMatchObject({
          status: 409,
          message: 'packer@example.in is packing this order',
        })
      expect(await read(id)).toEqual(before)
      expect(await logOf(id)).toEqual([])
      const cancelled = { reason: 'Changed my mind' }
      expect((await shop().call('asha', 'POST', `/purchases/order/${id}/cancel`, cancelled)).status).toBe(200)
    })

    it('is refused to another packer of the same name', async () => {
      for (const sub of ['mira', 'mira-of-the-night']) await shop().tokenFor(sub, ['packer'])
      const id = await placePaid(1)
      expect((await claim(id, 'mira')).status).toBe(200)
      expect(await claim(id, 'mira-of-the-night')).toMatchObject({
        status: 409,
        message: 'Mira Rao is packing this order',
      })
      const begun = await act(id, 'pack', { step: 'begin' }, 'mira')
      expect(begun.data.timeline.at(-1)).toMatchObject({ kind: 'packingBegun', by: 'Mira Rao' })
      const [{ by }] = await logOf(id)
      expect(by).toEqual({ sub: 'mira', username: 'mira', email: 'mira@example.in', name: 'Mira Rao' })
    })

    it('is free again ten minutes after the last step of its packer', async () => {
      const id = await placePaid(1)
      await claim(id, 'packer')
      wait(9)
      await claim(id, 'packer')
      wait(9)
      expect((await claim(id, 'second')).status).toBe(409)
      await act(id, 'pack', { step: 'begin' }, 'packer')
      wait(9)
      expect((await claim(id, 'second')).status).toBe(409)
      wait(1)
      expect((await claim(id, 'second')).status).toBe(200)
      expect((await act(id, 'pack', { step: 'finish' }, 'packer')).status).toBe(409)
    })

    it('is nobody’s once it is packed, also when packing is undone', async () => {
      const id = await placePaid(1)
      await claim(id, 'packer')
      await act(id, 'pack', { step: 'finish' }, 'packer')
      expect((await claim(id, 'second')).status).toBe(409)
      await act(id, 'pack', { step: 'undo' }, 'packer')
      expect((await claim(id, 'second')).status).toBe(200)
    })

    it('goes to one of two packers who open it at the same time', async () => {
      const id = await placePaid(1)
      const answers = await Promise.all([claim(id, 'packer'), claim(id, 'second')])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    })
  })

  describe('packing that is undone', () => {
    it('brings the order back to the packer, names who undid it, and is safe to repeat', async () => {
      const id = await placePaid(2)
      expect(await act(id, 'pack', { step: 'undo' }, 'packer')).toMatchObject({ status: 409 })
      const packed = (await act(id, 'pack', { step: 'finish' }, 'packer')).data
      expect((await read(id)).actions).toContainEqual({ action: 'unpack', allowed: true })
      const undone = (await act(id, 'pack', { step: 'undo', version: packed.version }, 'packer')).data
      expect(undone).toMatchObject({ work: 'pack', packing: { begunAt: packed.packing.begunAt } })
      expect(undone.packing.packedAt).toBeUndefined()
      expect(undone.timeline.at(-1)).toMatchObject({ kind: 'unpacked', by: 'packer@example.in' })
      expect((await act(id, 'pack', { step: 'undo' }, 'packer')).data).toEqual(undone)
      expect((await logOf(id))[0]).toMatchObject({
        by: { sub: 'packer' },
        changes: { packing: { from: packed.packing, to: undone.packing } },
      })
      expect(await packQueue()).toEqual([id])
      const history = await shop().call('asha', 'GET', '/purchases/history')
      expect(JSON.stringify(history)).not.toContain('unpacked')
      expect((await act(id, 'pack', { step: 'finish' }, 'packer')).data.work).toBe('handOver')
    })

    it('is refused once the courier has the parcel', async () => {
      const id = await placePaid(1)
      await act(id, 'pack', { step: 'finish' }, 'packer')
      await ship(id)
      const refusal = { status: 409, code: 'ILLEGAL_TRANSITION' }
      expect(await act(id, 'pack', { step: 'undo' }, 'packer')).toMatchObject(refusal)
      expect((await read(id)).actions).toContainEqual(
        expect.objectContaining({ action: 'unpack', allowed: false }),
      )
    })

    it('is undone for many orders at once', async () => {
      const orderIds = [await placePaid(1), await placePaid(2)]
      const bulk = async (action: string) =>
        (await shop().call('packer', 'POST', '/admin/orders/bulk', { action, orderIds })).data.results
      await bulk('pack')
      expect(await packQueue()).toEqual([])
      expect(await bulk('unpack')).toMatchObject([{ result: 'done' }, { result: 'done' }])
      expect((await packQueue()).toSorted()).toEqual(orderIds.toSorted())
    })

    it('leaves an order whose contents changed to be packed again before it is shipped', async () => {
      const id = await placePaid(3)
      await act(id, 'pack', { step: 'finish' }, 'packer')
      await refund(id, 1, { goods: 'back' })
      await act(id, 'pack', { step: 'finish' }, 'packer')
      await act(id, 'pack', { step: 'undo' }, 'packer')
      expect(await ship(id)).toMatchObject({ status: 409 })
    })
  })

  it('a refused refund of an order that is not handed over is a problem, and its units stay unpacked', async () => {
    // The simulator refuses the refunds of this card.
    const id = await placePaid(3, { paymentDetails: card('4000000000005126') })
    await refund(id, 2, { goods: 'back' })
    await shop().shop.reconcile()
    expect(await read(id)).toMatchObject({
      work: 'problem',
      lines: [{ toPack: 1 }],
      money: { remains: 838.5 },
    })
    expect(await packQueue()).toEqual([])
    await act(id, 'refunds/R1', { state: 'done' })
    expect(await read(id)).toMatchObject({ work: 'pack', lines: [{ toPack: 1 }], money: { remains: 279.5 } })
    expect(await stockOf('laddoo')).toBe(STOCK - 1)
  })

  describe('the goods of a shipped order that is cancelled', () => {
    it.each([
      [{}, STOCK - 3, STOCK],
      [{ goods: 'expected' }, STOCK - 3, STOCK],
      [{ goods: 'back' }, STOCK, STOCK],
      [{ goods: 'lost' }, STOCK - 3, STOCK - 3],
    ])('with %j go back into the stock when an operator says so', async (goods, atOnce, later) => {
      const id = await shipAndCancel(goods)
      expect(await stockOf('laddoo')).toBe(atOnce)
      const isExpected = atOnce !== later
      expect(await read(id)).toMatchObject({ lines: [{ expectedBack: isExpected ? 3 : 0, toPack: 0 }] })
      const answers = await Promise.all([1, 2].map(() => act(id, 'goods', { goods: 'back' })))
      expect(await stockOf('laddoo')).toBe(later)
      if (!isExpected) return
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await act(id, 'goods', { goods: 'lost' })).toMatchObject({ status: 409 })
      const { timeline } = await read(id)
      expect(timeline.map(({ kind }) => kind).slice(-2)).toEqual(['goodsExpected', 'goodsBack'])
      expect((await logOf(id))[0].changes).toMatchObject({
        goods: { from: ['expected'], to: ['expected', 'back'] },
      })
    })

    it('that never come are taken off the list of expected goods', async () => {
      const id = await shipAndCancel({})
      expect((await act(id, 'goods', { goods: 'lost' })).data.lines).toMatchObject([{ expectedBack: 0 }])
      expect(await stockOf('laddoo')).toBe(STOCK - 3)
      expect((await act(id, 'goods', { goods: 'back' })).status).toBe(409)
    })
  })

  it('an order that is cancelled in the shop returns what was not refunded as broken', async () => {
    const id = await placePaid(3)
    await refund(id, 1, { goods: 'lost' })
    await act(id, 'cancel', { reason: 'Sold out' })
    expect(await stockOf('laddoo')).toBe(STOCK - 1)
  })

  it('a broken unit of a delivered order never comes back, a returned one does when it is there', async () => {
    const id = await placePaid(3)
    await ship(id)
    await act(id, 'deliver')
    await refund(id, 1, { goods: 'lost' })
    await refund(id, 1, { goods: 'expected' })
    expect(await stockOf('laddoo')).toBe(STOCK - 3)
    expect((await read(id)).actions).toContainEqual({ action: 'goods', allowed: true })
    expect((await act(id, 'goods', { goods: 'back' }, 'packer')).status).toBe(403)
    await act(id, 'goods', { goods: 'back' })
    expect(await stockOf('laddoo')).toBe(STOCK - 2)
  })

  it('the mail of a cancellation by the shop says the reason, that of a shopper does not', async () => {
    const id = await placePaid(1)
    await act(id, 'cancel', { reason: 'The oven broke' })
    const own = await placePaid(2)
    await shop().call('asha', 'POST', `/purchases/order/${own}/cancel`, { reason: 'Changed my mind' })
    expect(await cancellationMail(id)).toContain('We had to cancel it: The oven broke.')
    expect(await cancellationMail(own)).not.toContain('We had to cancel it')
  })

  it('a packer marks only orders in work as printed, and a manager any', async () => {
    const id = await placePaid(1)
    await ship(id)
    const printed = (sub: string) =>
      shop().call(sub, 'POST', '/admin/orders/bulk', { action: 'printed', orderIds: [id] })
    expect((await printed('packer')).data.results).toMatchObject([{ result: 'refused' }])
    expect((await read(id)).printedAt).toBeUndefined()
    expect((await printed('manager')).data.results).toMatchObject([{ result: 'done' }])
  })

  it('a slip that was read before a refund does not count as printed', async () => {
    const id = await placePaid(3)
    const { version } = await read(id)
    await refund(id, 1)
    const body = { action: 'printed', orderIds: [id], versions: { [id]: version } }
    expect((await shop().call('packer', 'POST', '/admin/orders/bulk', body)).data.results).toMatchObject([
      { result: 'refused' },
    ])
    expect((await read(id)).printedAt).toBeUndefined()
  })

  it('a status call cannot move the delivery of a cancelled order', async () => {
    const id = await placePaid(1)
    const setStatus = (body: object) => shop().call('manager', 'PUT', `/purchases/order/${id}/status`, body)
    const both = { orderStatus: 'CANCELLED', deliveryStatus: 'SHIPPED' }
    expect(await setStatus(both)).toMatchObject({ status: 409, message: 'A cancelled order has no delivery' })
    await act(id, 'cancel', { reason: 'Sold out' })
    expect(await setStatus({ deliveryStatus: 'SHIPPED' })).toMatchObject({ status: 409 })
  })

  it('the revenue of a day is net of its refunds', async () => {
    const id = await placePaid(3)
    await refund(id, 2)
    await shop().addUpSales()
    const { data } = await shop().call('manager', 'GET', '/admin/today')
    expect(data.days.at(-1)).toMatchObject({ orders: 1, revenue: LADDOO_PRICE })
  })
}
