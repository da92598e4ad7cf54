import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { bulkOrders, printOrders } from '@nashta/contracts/orders/desk/bulk-orders'
import { eraseCustomer, getCustomer, listCustomers } from '@nashta/contracts/orders/desk/customers'
import { getOrderForDesk } from '@nashta/contracts/orders/desk/desk-order'
import { deliverOrder } from '@nashta/contracts/orders/desk/order-calls'
import { listOrders, listPackQueue } from '@nashta/contracts/orders/desk/order-list'
import { getToday } from '@nashta/contracts/orders/desk/today'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { card, openCheckout } from '../work/checkout.fixture.ts'

/** The work of operators with orders and customers, on every adapter. */
export function deskRoutesSuite(open: OpenTestShop) {
  const { shop, place, history, mails, stockOf } = openCheckout(open)

  beforeEach(async () => {
    for (const role of OPERATOR_ROLES) await shop().tokenFor(role, [role])
  })
  const get = (path: string, sub = 'manager', headers = {}) =>
    shop().call(sub, 'GET', `/admin${path}`, undefined, headers)
  /** The log and the lists sort by time, so entries that are compared need different times. */
  const advanceClock = () => (shop().clock.now = new Date(shop().clock.now.getTime() + 1000))
  /** Does an action with an order, one second later. */
  const act = (id: string, action: string, body: object = {}, sub = 'manager', headers = {}) => {
    advanceClock()
    return shop().call(sub, 'POST', `/admin/orders/${id}/${action}`, body, headers)
  }
  const bulk = (body: object, sub = 'manager') => shop().call(sub, 'POST', '/admin/orders/bulk', body)
  const placeCashOrder = async (key: string, fields = {}, sub = 'asha') =>
    (await place({ paymentDetails: { method: 'cod' }, ...fields }, { 'idempotency-key': key }, sub)).data
      .purchaseId as string
  const logOf = async (id: string) =>
    (await shop().call('manager', 'GET', `/admin/log?kind=order&subject=${id}`)).data.entries

  it('an order is packed, shipped and delivered, and each step is logged with its operator', async () => {
    const id = await placeCashOrder('k1')
    const fresh = parseExactly(getOrderForDesk.reply, await onlyData(get(`/orders/${id}`))).data
    expect(fresh).toMatchObject({ work: 'pack', name: homeAddress.fullName, notes: [], totalAmount: 559 })
    expect(fresh.actions.filter(({ allowed }) => allowed).map(({ action }) => action)).toEqual([
      'edit',
      'pack',
      'ship',
      'cancel',
    ])
    const begun = await act(id, 'pack', { step: 'begin', version: fresh.version }, 'packer')
    expect(begun.data).toMatchObject({ work: 'pack', packing: { begunAt: expect.any(String) } })
    expect((await history())[0]).toMatchObject({ mayCancel: false })
    const cancel = await shop().call('asha', 'POST', `/purchases/order/${id}/cancel`, { reason: 'Too late' })
    expect(cancel.code).toBe('CANCEL_TOO_LATE')

    await act(id, 'pack', { step: 'finish' }, 'packer')
    const parcel = {
      courier: 'Delhivery',
      trackingNumber: 'DL1',
      trackingUrl: 'https://track.example/DL1',
    }
    const shipped = await act(id, 'ship', parcel)
    expect(shipped.data).toMatchObject({ work: 'onTheWay', orderStatus: 'SHIPPED', parcels: [parcel] })
    expect((await act(id, 'ship', parcel)).data).toEqual(shipped.data)
    const delivered = parseExactly(deliverOrder.reply, await onlyData(act(id, 'deliver'))).data
    expect(delivered).toMatchObject({ work: 'delivered', deliveryStatus: 'DELIVERED' })
    expect(delivered.timeline.map(({ kind, by }) => [kind, by])).toEqual([
      ['placed', undefined],
      ['confirmed', undefined],
      ['packingBegun', 'packer@example.in'],
      ['packed', 'packer@example.in'],
      ['shipped', 'manager@example.in'],
      ['delivered', 'manager@example.in'],
      ['paid', 'manager@example.in'],
    ])

    const [order] = await history()
    expect(order.parcels).toMatchObject([{ ...parcel, state: 'delivered' }])
    expect(JSON.stringify(order)).not.toMatch(/manager|packer/)
    expect(order.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'placed',
      'confirmed',
      'packed',
      'shipped',
      'delivered',
      'paid',
    ])
    await expect
      .poll(async () => (await shop().mailbox.list('asha@example.in')).map(({ text }) => text).join('\n'))
      .toContain('https://track.example/DL1')
    const entries = await logOf(id)
    expect(entries.map(({ by }: { by: { sub: string } }) => by.sub)).toEqual([
      'manager',
      'manager',
      'packer',
      'packer',
    ])
    expect(entries[0].changes).toMatchObject({
      orderStatus: { from: 'SHIPPED', to: 'DELIVERED' },
      payment: { from: 'due', to: 'paid' },
    })
  })

  it('refunds, notes and status changes are logged without personal data', async () => {
    const id = (await place({}, { 'idempotency-key': 'k1' })).data.purchaseId
    const refund = { reason: 'Asha Rao was sad', items: [{ productId: 'laddoo', quantity: 1 }] }
    await act(id, 'refund', refund, 'manager', { 'idempotency-key': 'r1' })
    await act(id, 'note', { text: 'Asha called' })
    advanceClock()
    await shop().call('manager', 'PUT', `/purchases/order/${id}/status`, { orderStatus: 'SHIPPED' })
    const entries = await logOf(id)
    expect(entries.map(({ changes }: { changes: object }) => Object.keys(changes))).toEqual([
      ['orderStatus'],
      ['notes'],
      ['refunds', 'goods'],
    ])
    expect(JSON.stringify(entries)).not.toMatch(/asha/i)
  })

  it('refunds of more than ₹5,000 for an order need a fresh sign-in, also in parts and by a cancellation', async () => {
    const productId = 'laddoo'
    const quantity = 20
    const placePaid = async (key: string) => {
      const order = { items: [{ productId, quantity }], totalAmount: 5590 }
      return (await place(order, { 'idempotency-key': key })).data.purchaseId as string
    }
    const id = await placePaid('k1')
    const old = await shop().sign({
      sub: 'manager',
      groups: ['manager'],
      authTime: shop().clock.now.getTime() / 1000 - 400,
    })
    const stale = { authorization: `Bearer ${old}` }
    const items = (count: number) => ({ reason: 'Broken', items: [{ productId, quantity: count }] })
    const refund = (count: number, key: string, headers = {}) =>
      act(id, 'refund', items(count), 'manager', { ...headers, 'idempotency-key': key })

    const half = 10
    expect(await refund(quantity, 'all', stale)).toMatchObject({ status: 403, code: 'SIGN_IN_AGAIN' })
    expect((await refund(half, 'half', stale)).status).toBe(200)
    expect(await refund(quantity - half, 'rest', stale)).toMatchObject({ code: 'SIGN_IN_AGAIN' })
    expect((await refund(quantity - half, 'rest')).status).toBe(200)
    // The repeated call changes nothing, so it needs no sign-in.
    expect((await refund(quantity - half, 'rest', stale)).status).toBe(200)

    const other = await placePaid('k2')
    const cancel = (headers = {}) => act(other, 'cancel', { reason: 'Sold out' }, 'manager', headers)
    expect(await cancel(stale)).toMatchObject({ status: 403, code: 'SIGN_IN_AGAIN' })
    expect((await get(`/orders/${other}`)).data).toMatchObject({ orderStatus: 'CONFIRMED', refunds: [] })
    expect((await cancel()).status).toBe(200)
  })

  it('the desk offers to retry a refused refund once, or to pay it by hand', async () => {
    // The simulator refuses the refunds of this card.
    const order = { paymentDetails: card('4000000000005126') }
    const id = (await place(order, { 'idempotency-key': 'k1' })).data.purchaseId
    const refunds = async () =>
      parseExactly(getOrderForDesk.reply, await onlyData(get(`/orders/${id}`))).data.refunds
    const refundsAfterReconciling = async () => {
      await shop().shop.reconcile()
      return refunds()
    }
    await act(id, 'refund', { reason: 'Broken' }, 'manager', { 'idempotency-key': 'r1' })
    expect(await refundsAfterReconciling()).toMatchObject([
      { state: 'failed', byHand: false, actions: ['pay', 'retry'] },
    ])
    expect((await act(id, 'refunds/R1/retry', {}, 'packer')).status).toBe(403)
    // The second request is a duplicate.
    await act(id, 'refunds/R1/retry')
    await act(id, 'refunds/R1/retry')
    expect(await refundsAfterReconciling()).toMatchObject([
      { refundId: 'R1', state: 'failed' },
      { refundId: 'R2', state: 'failed', amount: 559, actions: ['pay', 'retry'] },
    ])
    await act(id, 'refunds/R2', { state: 'done', reference: '402110' })
    expect(await refunds()).toMatchObject([
      { state: 'failed', actions: [] },
      { state: 'done', byHand: true, actions: [] },
    ])
    // R1 was retried before, so this adds no refund.
    expect((await act(id, 'refunds/R1/retry')).data.refunds).toHaveLength(2)
    const changes = (await logOf(id)).map((entry: { changes: { refunds: { to: { state: string }[] } } }) =>
      entry.changes.refunds.to.map(({ state }) => state),
    )
    expect(changes).toEqual([['failed', 'done'], ['failed', 'requested'], ['requested']])
  })

  it('the desk shows whether a refund is paid by provider or by hand, or given up', async () => {
    const paid = (await place({}, { 'idempotency-key': 'k1' })).data.purchaseId
    await act(paid, 'refund', { reason: 'Broken' }, 'manager', { 'idempotency-key': 'r1' })
    await shop().shop.reconcile()
    expect((await get(`/orders/${paid}`)).data.refunds).toMatchObject([
      { state: 'done', byHand: false, actions: [] },
    ])
    const cash = await placeCashOrder('k2')
    await act(cash, 'ship', { courier: 'Delhivery' })
    await act(cash, 'deliver')
    await act(cash, 'refund', { reason: 'Broken' }, 'manager', { 'idempotency-key': 'r2' })
    const refunds = async () => (await get(`/orders/${cash}`)).data.refunds
    expect(await refunds()).toMatchObject([{ state: 'requested', byHand: true, actions: ['pay', 'giveUp'] }])
    await act(cash, 'refunds/R1', { state: 'failed' })
    expect(await refunds()).toMatchObject([{ state: 'failed', byHand: true, actions: ['pay'] }])
    expect((await get(`/orders/${cash}`)).data.work).toBe('delivered')
  })

  it('an action with an outdated version is refused, unless it was done before', async () => {
    const id = await placeCashOrder('k1')
    const { version } = (await get(`/orders/${id}`)).data
    expect((await act(id, 'ship', { courier: 'Delhivery', version })).status).toBe(200)
    const late = await act(id, 'cancel', { reason: 'Sold out', version }, 'boss')
    expect([late.status, late.code, late.message]).toEqual([
      412,
      'ORDER_CHANGED',
      'Changed by somebody else: it is now shipped',
    ])
    expect((await act(id, 'pack', { step: 'finish', version }, 'packer')).status).toBe(412)
    expect((await act(id, 'ship', { courier: 'Delhivery', version })).status).toBe(200)
    expect(await history()).toMatchObject([{ orderStatus: 'SHIPPED' }])
  })

  it('a refund with an outdated version is refused, and a repeated one is accepted', async () => {
    const id = await placeCashOrder('k1')
    const { version: old } = (await get(`/orders/${id}`)).data
    await act(id, 'ship', { courier: 'Delhivery' })
    await act(id, 'deliver')
    const refund = (version: string) =>
      act(id, 'refund', { reason: 'Broken', version }, 'manager', { 'idempotency-key': 'r1' })
    expect(await refund(old)).toMatchObject({ status: 412, code: 'ORDER_CHANGED' })
    const { version } = (await get(`/orders/${id}`)).data
    const refunded = await refund(version)
    expect(refunded.data).toMatchObject({ work: 'problem', refunds: [{ state: 'requested', byHand: true }] })
    expect((await refund(version)).data.refunds).toHaveLength(1)
    expect(await act(id, 'refunds/R1', { state: 'done', version })).toMatchObject({ code: 'ORDER_CHANGED' })
    const paid = await act(id, 'refunds/R1', { state: 'done', version: refunded.data.version })
    expect(paid.data).toMatchObject({ work: 'delivered', refunds: [{ state: 'done' }] })
  })

  it('the same action by two operators at once is done, logged and mailed once', async () => {
    const id = await placeCashOrder('k1')
    await act(id, 'ship', { courier: 'Delhivery' })
    const responses = await Promise.all([act(id, 'deliver'), act(id, 'deliver', {}, 'boss')])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const statuses = (await logOf(id)).map(
      ({ changes }: { changes: { orderStatus: { to: string } } }) => changes.orderStatus.to,
    )
    expect(statuses).toEqual(['DELIVERED', 'SHIPPED'])
    expect((await mails()).filter(({ kind }) => kind === 'order-delivered')).toHaveLength(1)
  })

  it('a note keeps the version, is added once for a key, and is not for shoppers', async () => {
    const id = await placeCashOrder('k1')
    const { version } = (await get(`/orders/${id}`)).data
    const note = (text: string) => act(id, 'note', { text }, 'manager', { 'idempotency-key': 'n1' })
    await note('Ring twice')
    expect((await note('Ring twice')).data.notes).toMatchObject([
      { by: 'manager@example.in', text: 'Ring twice' },
    ])
    expect((await note('Ring once')).status).toBe(422)
    expect((await act(id, 'pack', { step: 'finish', version })).status).toBe(200)
    expect(JSON.stringify(await history())).not.toContain('Ring')
  })

  it('an order that the shop cancels gives back its stock once, and cannot be shipped', async () => {
    const id = await placeCashOrder('k1', { items: [{ productId: 'barfi', quantity: 1 }], totalAmount: 400 })
    expect(await stockOf('barfi')).toBe(0)
    const cancelled = await act(id, 'cancel', { reason: 'Not fresh' })
    expect(cancelled.data).toMatchObject({ work: 'cancelled', payment: { state: 'unpaid' } })
    expect((await act(id, 'cancel', { reason: 'Not fresh' })).data).toEqual(cancelled.data)
    expect(await stockOf('barfi')).toBe(1)
    expect((await act(id, 'ship', { courier: 'Delhivery' })).code).toBe('ILLEGAL_TRANSITION')
  })

  it('an action on an order that does not exist is refused', async () => {
    expect((await act('01JGXXXXXXXXXXXXXXXXXXXXXX', 'deliver')).code).toBe('ORDER_NOT_FOUND')
  })

  // A text must not contain a card number, a line break or a character that reverses text (U+202E).
  // A tracking address must not pretend to lead to another site.
  it.each([
    ['cancel', { reason: 'card 4242 4242 4242 4242' }],
    ['cancel', { reason: 'two\r\nlines' }],
    ['note', { text: 'card 4242424242424242' }],
    ['ship', { courier: 'Del\u202ehivery' }],
    ['ship', { courier: 'Delhivery', trackingUrl: 'https://bank.example@evil.example/' }],
    ['ship', { courier: 'Delhivery', trackingUrl: 'https://evil.example/\u202egnp.exe' }],
    ['ship', { courier: 'Delhivery', trackingUrl: 'https://%' }],
  ])('the action %s with %j is refused, and the order does not change', async (action, body) => {
    const id = await placeCashOrder('k1')
    expect(await act(id, action, body)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect((await get(`/orders/${id}`)).data).toMatchObject({ work: 'pack', notes: [] })
  })

  it('a bulk action reports on each order, and needs the right role and fields', async () => {
    const [first, second] = [await placeCashOrder('k1'), await placeCashOrder('k2')]
    await act(second, 'cancel', { reason: 'Sold out' })
    const orderIds = [first, second, 'nothing']
    const packed = await bulk({ action: 'pack', orderIds }, 'packer')
    expect(parseExactly(bulkOrders.reply, { data: packed.data }).data.results).toMatchObject([
      { purchaseId: first, result: 'done', order: { work: 'handOver' } },
      {
        purchaseId: second,
        result: 'refused',
        message: 'The order is cancelled: nothing of it is to be packed or shipped',
      },
      { purchaseId: 'nothing', result: 'refused', message: 'There is no such order' },
    ])
    const again = await bulk({ action: 'pack', orderIds: [first] }, 'packer')
    expect(again.data.results).toMatchObject([{ result: 'unchanged' }])
    expect((await bulk({ action: 'ship', orderIds, courier: 'Delhivery' }, 'packer')).status).toBe(400)
    expect((await bulk({ action: 'ship', orderIds })).status).toBe(400)
    await bulk({ action: 'printed', orderIds: [first] }, 'packer')
    const shipped = await bulk({ action: 'ship', orderIds: [first], courier: 'Delhivery' })
    expect(shipped.data.results).toMatchObject([{ result: 'done', order: { printedAt: expect.any(String) } }])
  })

  it('the list of orders has an ETag, and a cursor that leads to older orders', async () => {
    const ids: string[] = []
    for (const key of ['k1', 'k2', 'k3']) {
      advanceClock()
      ids.unshift(await placeCashOrder(key))
    }
    const first = await get('/orders?limit=2&search=rao')
    const page = parseExactly(listOrders.reply, { data: first.data }).data
    expect(page.orders.map(({ purchaseId }) => purchaseId)).toEqual(ids.slice(0, 2))
    const rest = await get(`/orders?limit=2&search=rao&cursor=${page.nextCursor}`)
    expect(rest.data).toMatchObject({ orders: [{ purchaseId: ids[2] }], nextCursor: null })
    expect((await get('/orders?cursor=x')).status).toBe(400)
    expect((await get('/customers?cursor=x')).status).toBe(400)
    expect((await get('/orders?from=yesterday')).status).toBe(400)

    const poll = async () => {
      const response = await shop().shop.app.inject({
        url: '/api/admin/orders?limit=2&search=rao',
        headers: {
          authorization: `Bearer ${await shop().tokenFor('manager')}`,
          'if-none-match': String(first.headers['etag']),
        },
      })
      const { statusCode, headers, body } = response
      return { statusCode, cacheControl: headers['cache-control'], hasBody: body.length > 0 }
    }
    expect(await poll()).toEqual({ statusCode: 304, cacheControl: 'no-store', hasBody: false })
    await act(ids[0] ?? '', 'pack', { step: 'finish' })
    expect(await poll()).toEqual({ statusCode: 200, cacheControl: 'no-store', hasBody: true })
  })

  it('a packer gets the orders to pack, oldest first', async () => {
    const ids: string[] = []
    for (const key of ['k1', 'k2', 'k3']) {
      advanceClock()
      ids.push(await placeCashOrder(key))
    }
    await act(ids[1] ?? '', 'pack', { step: 'finish' })
    const queue = await onlyData(get('/orders/pack-queue', 'packer'))
    expect(parseExactly(listPackQueue.reply, queue).data.orderIds).toEqual([ids[0], ids[2]])
    expect((await get('/orders/pack-queue', 'accountant')).status).toBe(403)
  })

  it('slips and labels come in the sequence of the request, with the cash to collect', async () => {
    const cash = await placeCashOrder('k1')
    const paid = (await place({}, { 'idempotency-key': 'k2' })).data.purchaseId
    const tooMany = Array.from({ length: 101 }, (_, number) => number)
    for (const ids of [tooMany.join(','), 'x'.repeat(129), ''])
      expect(await get(`/orders/print?ids=${ids}`)).toMatchObject({ status: 400 })
    const printed = await get(`/orders/print?ids=${paid},${cash},nothing`)
    const { documents } = parseExactly(printOrders.reply, { data: printed.data }).data
    expect(documents.map(({ order, collect }) => [order.purchaseId, collect])).toEqual([
      [paid, undefined],
      [cash, 559],
    ])
    expect(documents[0]?.address).toMatchObject(homeAddress)
  })

  it('every known customer is on a page of customers, although one orders between two pages', async () => {
    const subs = ['asha', 'ravi', 'meena']
    for (const sub of subs) {
      advanceClock()
      await placeCashOrder(`${sub}-1`, {}, sub)
    }
    const first = await get('/customers?limit=1')
    advanceClock()
    await placeCashOrder('asha-2', {}, 'asha')
    const found = [first.data]
    while (found.at(-1).nextCursor !== null)
      found.push((await get(`/customers?limit=1&cursor=${found.at(-1).nextCursor}`)).data)
    const ids = found
      .flatMap(({ customers }) => customers)
      .map(({ customerId }: { customerId: string }) => customerId)
    expect(ids).toEqual(['meena', 'ravi', 'asha'])
    expect((await get('/customers?limit=1')).data.customers).toMatchObject([
      { customerId: 'asha', orders: 2 },
    ])
  })

  it('the overview of today counts the work and the orders of the day', async () => {
    const first = await placeCashOrder('k1')
    await placeCashOrder('k2')
    await act(first, 'pack', { step: 'finish' })
    // On DynamoDB a background task adds up the orders of a day.
    await shop().addUpSales()
    const today = parseExactly(getToday.reply, await onlyData(get('/today'))).data
    expect(today.work).toMatchObject({ pack: 1, handOver: 1, problem: 0 })
    expect(today.days).toHaveLength(14)
    expect(today.days.at(-1)).toEqual({ date: '2026-01-01', orders: 2, revenue: 1118 })
    // Both orders were placed at 12:00 UTC, which is 17:30 in India.
    expect([today.today[17], today.weekAgo.length]).toEqual([2, 24])
    expect((await get('/today', 'packer')).data.days.at(-1)).toEqual({ date: '2026-01-01', orders: 2 })
  })

  describe('the roles of operators', () => {
    it('a packer sees no money, and a person only until the order is handed over', async () => {
      const inWork = await placeCashOrder('k1')
      const cancelled = await placeCashOrder('k2')
      await act(cancelled, 'note', { text: `Call ${homeAddress.phoneNumber}` })
      await act(cancelled, 'cancel', { reason: `${homeAddress.fullName} asked` })
      const readAsPacker = async (path: string) => JSON.stringify((await get(path, 'packer')).data)

      expect((await get('/orders', 'packer')).status).toBe(400)
      expect((await get('/orders?work=cancelled', 'packer')).status).toBe(400)
      const list = await readAsPacker('/orders?work=pack')
      expect(list).toContain(homeAddress.fullName)
      const printed = await bulk({ action: 'printed', orderIds: [inWork, cancelled] }, 'packer')
      const unfinished = await readAsPacker(`/orders/${inWork}`)
      expect(unfinished).toContain(homeAddress.addressLine1)
      const finished = await readAsPacker(`/orders/${cancelled}`)
      const printedFinished = JSON.stringify(printed.data.results[1])
      // The total and the price, the fields with money and payments, the transaction id of a cash
      // order, and the e-mail address.
      const hiddenFromPackers = /:559|:279\.5|₹|"amount|"price"|"payment"|revenue|"refunds"|cod_|asha@/i
      const today = await readAsPacker('/today')
      for (const text of [list, unfinished, finished, today, JSON.stringify(printed.data)])
        expect(text).not.toMatch(hiddenFromPackers)
      for (const personal of Object.values(homeAddress))
        expect(finished + printedFinished).not.toContain(personal)
      expect(await readAsPacker(`/orders/print?ids=${cancelled}`)).toBe('{"documents":[]}')
      expect((await get('/customers', 'packer')).status).toBe(403)
    })

    it('a packer cannot filter by payment or by e-mail address', async () => {
      await placeCashOrder('k1')
      for (const filter of ['method=cod', 'payment=due', 'search=asha%40example.in'])
        expect((await get(`/orders?work=pack&${filter}`, 'packer')).status).toBe(400)
    })

    it('an operator who is both packer and accountant cannot confirm, ship or deliver', async () => {
      await shop().tokenFor('both', ['packer', 'accountant'])
      const orderIds = [await placeCashOrder('k1')]
      for (const action of ['confirm', 'ship', 'deliver'])
        expect((await bulk({ action, orderIds, courier: 'Delhivery' }, 'both')).status).toBe(400)
      expect((await bulk({ action: 'pack', orderIds }, 'both')).data.results).toMatchObject([
        { result: 'done' },
      ])
    })

    it('an accountant reads orders and changes none', async () => {
      const id = await placeCashOrder('k1')
      const { data } = await get(`/orders/${id}`, 'accountant')
      expect(data).toMatchObject({ totalAmount: 559, customer: { customerId: 'asha' } })
      expect(data.actions.some(({ allowed }: { allowed: boolean }) => allowed)).toBe(false)
      expect((await get('/orders', 'accountant')).data.orders).toHaveLength(1)
      for (const action of ['pack', 'ship', 'deliver', 'cancel', 'note', 'confirm', 'refund'])
        expect((await act(id, action, {}, 'accountant')).status).toBe(403)
      expect((await get('/customers', 'accountant')).status).toBe(403)
    })
  })

  describe('customers', () => {
    it('are listed by their newest order, with number and value of their orders', async () => {
      await placeCashOrder('k1')
      advanceClock()
      await placeCashOrder('k2', { shippingAddress: { ...homeAddress, fullName: 'Ravi Iyer' } }, 'ravi')
      advanceClock()
      await place({}, { 'idempotency-key': 'k3' })
      await shop().call('asha', 'POST', '/newsletter', { name: 'Asha', email: 'asha@example.in' })

      const page = parseExactly(listCustomers.reply, await onlyData(get('/customers'))).data
      // Cash counts as spent when the order is delivered.
      expect(page.customers).toMatchObject([
        {
          customerId: 'asha',
          orders: 2,
          spent: 559,
          email: 'asha@example.in',
          phone: homeAddress.phoneNumber,
        },
        { customerId: 'ravi', orders: 1, spent: 0, name: 'Ravi Iyer' },
      ])
      expect((await get('/customers?search=iyer')).data.customers).toMatchObject([{ customerId: 'ravi' }])
      const one = parseExactly(getCustomer.reply, await onlyData(get('/customers/asha'))).data
      expect([one.newsletter, one.orders.length]).toEqual(['pending', 2])
      expect((await get('/customers/nobody')).code).toBe('CUSTOMER_NOT_FOUND')
    })

    it('are erased on request, but not before their orders have arrived', async () => {
      const id = await placeCashOrder('k1')
      const erase = () => shop().call('manager', 'POST', '/admin/customers/asha/erase', { confirm: 'erase' })
      expect([(await erase()).code, (await history()).length]).toEqual(['ORDER_ON_ITS_WAY', 1])
      await act(id, 'note', { text: 'Asha called' })
      await act(id, 'ship', { courier: 'Delhivery', trackingNumber: 'ASHA1' })
      await act(id, 'deliver')
      // One mail each says that the order is confirmed, shipped and delivered.
      await expect.poll(async () => (await shop().mailbox.list('asha@example.in')).length).toBe(3)
      const erased = await erase()
      expect(parseExactly(eraseCustomer.reply, { data: erased.data }).data).toEqual({
        erasedOrders: 1,
        // The test shop has no user pool.
        account: 'elsewhere',
      })
      const left = (await shop().everything()) + JSON.stringify(await shop().mailbox.list())
      expect(left.toLowerCase()).not.toContain('asha')
      expect(left).not.toContain(homeAddress.phoneNumber)
      expect((await get('/customers')).data.customers).toEqual([])
      const { entries } = (await shop().call('manager', 'GET', '/admin/log?kind=customer')).data
      expect(entries).toMatchObject([{ action: 'delete', changes: { orders: { from: 1, to: 0 } } }])
    })
  })
}

/** `parseExactly` refuses the other fields of a response. */
async function onlyData(response: Promise<{ data: unknown }>) {
  return { data: (await response).data }
}
