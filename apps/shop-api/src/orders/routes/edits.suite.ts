import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { editOrder, tryOrderEdit } from '@nashta/contracts/orders/desk/order-edit-calls'
import { getPurchase } from '@nashta/contracts/orders/purchase'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { readMailEntry } from '@nashta/mail/mail-topic'
import { renderContent } from '@nashta/mail/render-content'
import { beforeEach, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { orderMailEntry } from '../views/order-mails.ts'
import { GOOD_CARD, openCheckout } from '../work/checkout.fixture.ts'

const CASH = { method: 'cod' }
const BARFI = 'barfi'

const units = (productId: string, quantity: number) => ({ productId, quantity })
/** The home address with another place. */
const inPlace = (pincode: string, city: string, state: string) => ({ ...homeAddress, pincode, city, state })

type Edit = { items?: object[]; address?: object; shopNote?: string; version?: string; totalAmount?: number }

/** Orders that operators change before they are packed: stock, money, mails and what shoppers may do. */
export function editsSuite(open: OpenTestShop) {
  const { shop, place, history, mails, stockOf } = openCheckout((overrides) =>
    open({ guestCheckout: true, ...overrides }),
  )

  beforeEach(async () => {
    for (const role of OPERATOR_ROLES) await shop().tokenFor(role, [role])
    await shop().call('boss', 'PUT', '/products/barfi', { stock: 5 })
    await shop().call('boss', 'POST', '/products', {
      products_id: 'sev',
      name: 'Sev',
      description: 'Crisp',
      price: 50,
      category: 'Namkeen',
      imageUrl: '/images/sev.webp',
      stock: 20,
    })
  })

  const read = async (id: string, sub = 'manager') =>
    (await shop().call(sub, 'GET', `/admin/orders/${id}`)).data
  const bodyOf = async (id: string, edit: Edit) => ({
    items: [units(BARFI, 3)],
    address: homeAddress,
    version: (await read(id)).version,
    ...edit,
  })
  const attempt = async (id: string, edit: Edit, sub = 'manager') =>
    shop().call(sub, 'POST', `/admin/orders/${id}/edits/try`, await bodyOf(id, edit))
  let keys = 0
  const save = async (id: string, edit: Edit, key = `edit-${(keys += 1)}`, sub = 'manager') => {
    shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    return shop().call(sub, 'POST', `/admin/orders/${id}/edits`, await bodyOf(id, edit), {
      'idempotency-key': key,
    })
  }
  const act = (id: string, action: string, body: object = {}, sub = 'manager') => {
    shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    return shop().call(sub, 'POST', `/admin/orders/${id}/${action}`, body)
  }
  /** Three boxes of barfi at ₹400. */
  const ordered = async (paymentDetails: object = CASH, fields: object = {}): Promise<string> => {
    const { data } = await place({ items: [units(BARFI, 3)], totalAmount: 1200, paymentDetails, ...fields })
    return data.purchaseId
  }
  const refuse = (id: string, editId = 'E1', sub = 'asha') =>
    shop().call(sub, 'POST', `/purchases/order/${id}/edits/refuse`, { editId })
  const editMails = async () => (await mails()).filter(({ kind }) => kind === 'order-edited')
  const entries = async (product: string) =>
    (await shop().call('manager', 'GET', `/admin/products/${product}/stock`)).data.entries
  const sumOfEntries = async (product: string) =>
    (await entries(product)).reduce((sum: number, entry: { units: number }) => sum + entry.units, 0)

  const find = async (search: string) =>
    (await shop().call('manager', 'GET', `/admin/orders?search=${encodeURIComponent(search)}`)).data.orders
      .length
  const sold = async () => {
    await shop().addUpSales()
    shop().clock.now = new Date(shop().clock.now.getTime() + 120_000)
    const { data } = await shop().call('manager', 'GET', '/admin/figures?from=2026-01-01&until=2026-01-01')
    return JSON.stringify(data)
  }

  const textOf = async (id: string) => {
    const order = await shop().shop.storage.purchases.find(id)
    const entry = order && orderMailEntry(order, { mail: 'edited', editId: 'E1' }, 'https://snacks.example')
    return renderContent(readMailEntry({ payload: entry?.payload ?? '' }, null).content).text
  }

  it('an edit that gives more than ₹5,000 back needs a fresh sign-in, as a refund does', async () => {
    await shop().call('boss', 'PUT', '/products/barfi', { price: 4000 })
    const { data } = await place({ items: [units(BARFI, 2)], totalAmount: 8000, paymentDetails: GOOD_CARD })
    const id = data.purchaseId
    const authTime = shop().clock.now.getTime() / 1000 - 400
    const old = await shop().sign({ sub: 'manager', groups: ['manager'], authTime })
    const edit = await bodyOf(id, { items: [units('sev', 1)], totalAmount: 50 })
    const saveWith = (headers: object) =>
      shop().call('manager', 'POST', `/admin/orders/${id}/edits`, edit, {
        'idempotency-key': 'large',
        ...headers,
      })
    expect(await saveWith({ authorization: `Bearer ${old}` })).toMatchObject({
      status: 403,
      code: 'SIGN_IN_AGAIN',
    })
    expect(await read(id)).toMatchObject({ totalAmount: 8000, refunds: [] })
    expect(await saveWith({})).toMatchObject({ status: 200, data: { edit: { back: 7950 } } })
  })

  it('of a cash order, snacks come in, go out and change, at the old price and that of today', async () => {
    const id = await ordered()
    await shop().call('boss', 'PUT', '/products/barfi', { price: 450 })
    const items = [units(BARFI, 4), units('sev', 2)]
    const tried = await attempt(id, { items })
    expect(parseExactly(tryOrderEdit.reply, { data: tried.data }).data.edit).toMatchObject({
      lines: [
        { name: 'Kaju Barfi', price: 400, before: 3, after: 4 },
        { name: 'Sev', price: 50, before: 0, after: 2 },
      ],
      total: { before: 1200, after: 1700 },
    })
    expect((await read(id)).totalAmount).toBe(1200)
    expect(await stockOf(BARFI)).toBe(2)

    const saved = await save(id, { items, totalAmount: 1700 })
    expect(parseExactly(editOrder.reply, { data: saved.data }).data).toMatchObject({
      edit: tried.data.edit && { total: { before: 1200, after: 1700 } },
      order: { totalAmount: 1700, itemsToPack: 6, work: 'pack', refunds: [] },
    })
    expect(await stockOf(BARFI)).toBe(1)
    expect(await stockOf('sev')).toBe(18)
    expect((await entries('sev'))[0]).toMatchObject({ kind: 'edited', units: -2, orderId: id })
    expect(await editMails()).toHaveLength(1)
    const [order] = await history()
    expect(order).toMatchObject({ totalAmount: 1700, editRefusal: 'undo', edits: [{ editId: 'E1' }] })
    expect(order.timeline.at(-1)).toMatchObject({ kind: 'edited', amount: 1700 })

    await save(id, { items: [units('sev', 2)], totalAmount: 100 })
    expect(await stockOf(BARFI)).toBe(5)
    expect(await sumOfEntries(BARFI)).toBe(5)
    expect(await sumOfEntries('sev')).toBe(18)
    const packed = await act(id, 'pack', { step: 'finish', version: (await read(id)).version })
    expect(packed.data).toMatchObject({ work: 'handOver', itemsToPack: 2 })
    await act(id, 'ship', { courier: 'Delhivery' })
    const delivered = await act(id, 'deliver')
    expect(delivered.data.money).toMatchObject({ paid: 100, remains: 100 })
  })

  it('of a paid order, what it costs less goes back once, and later refunds and bills know only the new sum', async () => {
    const id = await ordered(GOOD_CARD)
    const { data } = await save(id, { items: [units(BARFI, 1)], totalAmount: 400 })
    expect(data.edit).toMatchObject({ back: 800, total: { before: 1200, after: 400 } })
    expect(data.order).toMatchObject({
      totalAmount: 400,
      refunds: [{ amount: 800, reason: 'The order was changed and costs less' }],
      money: { paid: 400, refunded: 0, remains: 400 },
      lines: [{ quantity: 1, toPack: 1, refundable: 1, refundableAmount: 400 }],
    })
    expect(await stockOf(BARFI)).toBe(4)
    // The mail of the edit tells about the refund.
    const kinds = (await mails()).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'order-edited' || kind === 'order-refund-started')).toEqual([
      'order-edited',
    ])
    await act(id, 'pack', { step: 'finish', version: (await read(id)).version })
    const shipped = await act(id, 'ship', { courier: 'Delhivery' })
    expect(shipped.data.bills).toHaveLength(1)
    const { data: refunded } = await shop().call(
      'boss',
      'POST',
      `/admin/orders/${id}/refund`,
      { reason: 'Broken', goods: 'lost' },
      { 'idempotency-key': 'rest' },
    )
    expect(refunded.refunds).toMatchObject([{ amount: 800 }, { amount: 400 }])
  })

  it('the mail says what has changed, the sums before and after, and what a refusal does', async () => {
    const cash = await ordered()
    await save(cash, { items: [units(BARFI, 2), units('sev', 1)], totalAmount: 850 })
    const text = await textOf(cash)
    expect(text).toContain('The total is now ₹850 instead of ₹1,200. You pay ₹850 on delivery.')
    expect(text).toContain('Kaju Barfi: 2 instead of 3')
    expect(text).toContain('Added: 1 × Sev')
    expect(text).toContain('Your order goes back to how you placed it.')
    const paid = await ordered(GOOD_CARD)
    await save(paid, { items: [units(BARFI, 2)], totalAmount: 800 })
    const paidText = await textOf(paid)
    expect(paidText).toContain('₹400 goes back to you the way you paid.')
    expect(paidText).toContain('Your order is cancelled, and you get back what you paid.')
  })

  it('the same key edits once, and another total or an old version stores nothing', async () => {
    const id = await ordered()
    const items = [units(BARFI, 2)]
    const { version } = await read(id)
    const changed = await save(id, { items, totalAmount: 1200 })
    expect(changed).toMatchObject({
      status: 409,
      code: 'PRICE_CHANGED',
      details: { totalAmount: 800, edit: { total: { before: 1200, after: 800 } } },
    })
    expect(await save(id, { items, totalAmount: 800, version }, 'once')).toMatchObject({ status: 200 })
    expect(await save(id, { items, totalAmount: 800, version }, 'once')).toMatchObject({ status: 200 })
    expect(await editMails()).toHaveLength(1)
    expect(await stockOf(BARFI)).toBe(3)
    expect(await save(id, { items: [units(BARFI, 1)], totalAmount: 400, version })).toMatchObject({
      status: 412,
      code: 'ORDER_CHANGED',
      message: 'Changed by somebody else: it is now edited',
    })
    expect(await save(id, { items, totalAmount: 800 })).toMatchObject({
      status: 409,
      message: 'Nothing is changed',
    })
    expect((await history())[0].edits).toHaveLength(1)
  })

  it('a snack that is sold out is not added, and nothing else changes', async () => {
    const id = await ordered()
    const items = [units(BARFI, 1), units('sev', 21)]
    expect(await save(id, { items, totalAmount: 1450 })).toMatchObject({ status: 409, code: 'OUT_OF_STOCK' })
    expect(await stockOf(BARFI)).toBe(2)
    expect(await stockOf('sev')).toBe(20)
    expect(await editMails()).toHaveLength(0)
    expect(await attempt(id, { items: [units('ghost', 1)] })).toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
  })

  it('an order is found by its new phone number and name, and no longer by the old ones', async () => {
    const id = await ordered()
    expect(await find(homeAddress.phoneNumber)).toBe(1)
    const address = { ...homeAddress, fullName: 'Zubin Mistry', phoneNumber: '9000012345' }
    const { data } = await save(id, {
      items: [units(BARFI, 3)],
      address,
      shopNote: 'Ring twice',
      totalAmount: 1200,
    })
    expect(data.edit).toMatchObject({ lines: [], parts: ['name', 'phone', 'note'] })
    expect(data.order).toMatchObject({
      address: { fullName: 'Zubin Mistry' },
      details: { shopNote: 'Ring twice' },
    })
    expect(await find('9000012345')).toBe(1)
    expect(await find('Zubin')).toBe(1)
    expect(await find(homeAddress.phoneNumber)).toBe(0)
  })

  it('the fee follows the zone of the new address, and a place that no zone serves is refused', async () => {
    const rest = { delivers: false, fee: 0, days: 5, cod: true }
    const zones = [
      { name: 'Near', pincodes: ['56'], states: [], delivers: true, fee: 0, days: 1, cod: true },
      { name: 'Far', pincodes: ['11'], states: [], delivers: true, fee: 80, days: 7, cod: true },
      { name: 'No cash', pincodes: ['40'], states: [], delivers: true, fee: 10, days: 3, cod: false },
    ]
    await shop().call('boss', 'PUT', '/admin/shop', aShop({ delivery: { zones, rest } }))
    const id = await ordered()
    const items = [units(BARFI, 3)]
    const far = inPlace('110001', 'New Delhi', 'Delhi')
    const { data } = await attempt(id, { items, address: far })
    expect(data.edit).toMatchObject({
      shippingFee: { before: 0, after: 80 },
      total: { before: 1200, after: 1280 },
    })
    const saved = await save(id, { items, address: far, totalAmount: 1280 })
    expect(saved.data.order).toMatchObject({
      totalAmount: 1280,
      shippingFee: 80,
      address: { pincode: '110001' },
    })
    expect(await attempt(id, { items, address: inPlace('700001', 'Kolkata', 'West Bengal') })).toMatchObject({
      code: 'ADDRESS_NOT_SERVED',
    })
    expect(await attempt(id, { items, address: inPlace('400001', 'Mumbai', 'Maharashtra') })).toMatchObject({
      code: 'COD_UNAVAILABLE',
    })
  })

  it('the fee follows the state where a pincode lies in two', async () => {
    const rest = { delivers: true, fee: 0, days: 5, cod: true }
    const far = {
      name: 'Puducherry',
      pincodes: [],
      states: ['34'],
      delivers: true,
      fee: 20,
      days: 7,
      cod: true,
    }
    await shop().call('boss', 'PUT', '/admin/shop', aShop({ delivery: { zones: [far], rest } }))
    const id = await ordered(CASH, { shippingAddress: inPlace('605105', 'Villupuram', 'Tamil Nadu') })
    const { data } = await attempt(id, { address: inPlace('605105', 'Puducherry', 'Puducherry') })
    expect(data.edit).toMatchObject({ shippingFee: { before: 0, after: 20 }, total: { after: 1220 } })
  })

  it('an offer stays while its conditions hold, and goes with its use when they do not', async () => {
    const terms = { kind: 'percentOff', percent: 10 }
    await shop().call('boss', 'PUT', '/admin/offers/big', {
      name: 'Big box',
      combines: false,
      terms,
      minSpend: 1000,
    })
    const uses = async () => (await shop().call('boss', 'GET', '/admin/offers')).data.offers[0]
    const id = await ordered(CASH, { totalAmount: 1080 })
    expect(await uses()).toMatchObject({ uses: 1, revenue: 1080, cost: 120 })
    await shop().call('boss', 'POST', '/admin/offers/big/state', { state: 'ended' })
    const more = await save(id, { items: [units(BARFI, 4)], totalAmount: 1440 })
    expect(more.data.edit).toMatchObject({ lostOffers: [], discount: { before: 120, after: 160 } })
    expect(await uses()).toMatchObject({ uses: 1, revenue: 1440, cost: 160 })
    const fewer = await save(id, { items: [units(BARFI, 2)], totalAmount: 800 })
    expect(fewer.data.edit).toMatchObject({ lostOffers: ['Big box'], discount: { before: 160, after: 0 } })
    expect(await uses()).toMatchObject({ uses: 0, revenue: 0, cost: 0 })
    expect((await refuse(id, 'E2')).data).toMatchObject({ totalAmount: 1080, discounts: [{ amount: 120 }] })
    expect(await uses()).toMatchObject({ uses: 1, revenue: 1080, cost: 120 })
    await act(id, 'cancel', { reason: 'No barfi' })
    expect(await uses()).toMatchObject({ uses: 0, revenue: 0, cost: 0 })
  })

  it('a shopper who refuses gets the order back as it was placed, until it is packed', async () => {
    const id = await ordered()
    await save(id, { items: [units(BARFI, 2)], totalAmount: 800 })
    await save(id, { items: [units(BARFI, 2), units('sev', 1)], totalAmount: 850 })
    expect(await refuse(id, 'E1')).toMatchObject({ status: 412, code: 'ORDER_CHANGED' })
    expect(await refuse(id, 'E2', 'mallory')).toMatchObject({ status: 404 })
    const refused = await refuse(id, 'E2')
    const { data } = parseExactly(getPurchase.reply, { data: refused.data })
    expect(data).toMatchObject({ totalAmount: 1200, totalItems: 3, orderStatus: 'CONFIRMED' })
    expect(data.editRefusal).toBeUndefined()
    expect(data.timeline?.at(-1)).toMatchObject({ kind: 'editRefused' })
    expect(await refuse(id, 'E2')).toMatchObject({ status: 200 })
    expect(await stockOf(BARFI)).toBe(2)
    expect(await stockOf('sev')).toBe(20)
    expect(await sumOfEntries('sev')).toBe(20)
    expect(await editMails()).toHaveLength(2)

    await save(id, { items: [units(BARFI, 1)], totalAmount: 400 })
    await act(id, 'pack', { step: 'finish', version: (await read(id)).version })
    expect(await refuse(id, 'E3')).toMatchObject({ status: 409 })
  })

  it('a refusal cancels the order where money went back, or its snacks are sold meanwhile', async () => {
    const paid = await ordered(GOOD_CARD)
    await save(paid, { items: [units(BARFI, 1)], totalAmount: 400 })
    expect((await history())[0].editRefusal).toBe('cancel')
    const { data } = await refuse(paid)
    expect(data).toMatchObject({ orderStatus: 'CANCELLED', refunds: [{ amount: 800 }, { amount: 400 }] })
    expect(await stockOf(BARFI)).toBe(5)

    const cash = await ordered()
    await save(cash, { items: [units(BARFI, 1)], totalAmount: 400 })
    await shop().call('boss', 'PUT', '/products/barfi', { stock: 1 })
    expect((await refuse(cash)).data).toMatchObject({ orderStatus: 'CANCELLED', refunds: [] })
    expect(await stockOf(BARFI)).toBe(2)
    expect((await mails()).filter(({ kind }) => kind === 'order-cancelled')).toHaveLength(2)
  })

  it('a guest reads and refuses an edit by the link, which names no address', async () => {
    const { data } = await shop().call(
      'nobody',
      'POST',
      '/guest-orders',
      {
        email: 'guest@example.in',
        items: [units(BARFI, 3)],
        totalAmount: 1200,
        paymentDetails: CASH,
        shippingAddress: homeAddress,
      },
      { 'idempotency-key': 'a-guest-key-of-32-characters' },
    )
    const address = { ...homeAddress, addressLine1: '9 Hidden Lane' }
    await save(data.order.purchaseId, { items: [units(BARFI, 2)], address, totalAmount: 800 })
    const linked = await shop().call('nobody', 'GET', `/order-links/${data.token}`)
    expect(linked.data).toMatchObject({ editRefusal: 'undo', edits: [{ parts: ['address'] }] })
    expect(JSON.stringify(linked.data)).not.toContain('Hidden')
    const path = `/order-links/${data.token}/edits/refuse`
    expect((await shop().call('nobody', 'POST', path, { editId: 'E1' })).data).toMatchObject({
      totalAmount: 1200,
    })
    expect(
      await shop().call('nobody', 'POST', path.replace(data.token, 'x'.repeat(48)), { editId: 'E1' }),
    ).toMatchObject({ status: 404 })
  })

  it('nobody packs or ships an edited order that they have not seen', async () => {
    const id = await ordered()
    await act(id, 'pack', { step: 'begin' }, 'packer')
    const { version } = await read(id, 'packer')
    await save(id, { items: [units(BARFI, 2)], totalAmount: 800 })
    expect(await act(id, 'pack', { step: 'finish', version }, 'packer')).toMatchObject({
      status: 412,
      message: 'Changed by somebody else: it is now edited',
    })
    expect(await act(id, 'pack', { step: 'finish' }, 'packer')).toMatchObject({ status: 412 })
    const bulk = (action: string, body: object = {}) =>
      shop().call('manager', 'POST', '/admin/orders/bulk', { action, orderIds: [id], ...body })
    expect((await bulk('pack')).data.results).toMatchObject([
      { result: 'refused', message: 'It was edited: open it, and pack what it says now' },
    ])
    expect((await bulk('ship', { courier: 'DTDC' })).data.results).toMatchObject([{ result: 'refused' }])
    expect(await act(id, 'ship', { courier: 'DTDC' })).toMatchObject({
      status: 409,
      message: 'The order was changed: pack it first',
    })
    const seen = await read(id, 'packer')
    expect(seen).toMatchObject({ itemsToPack: 2, contentChangedAt: expect.any(String) })
    expect(seen.edits).toBeUndefined()
    expect(await act(id, 'pack', { step: 'finish', version: seen.version }, 'packer')).toMatchObject({
      status: 200,
    })
    expect(await attempt(id, { items: [units(BARFI, 1)] })).toMatchObject({
      status: 409,
      message: 'The order is packed. Undo packing before you edit it',
    })
    await act(id, 'pack', { step: 'undo' })
    expect(await act(id, 'ship', { courier: 'DTDC' })).toMatchObject({ status: 409 })
  })

  it('units that were refunded stay in the order, and keep their price', async () => {
    const id = await ordered(GOOD_CARD)
    await shop().call(
      'boss',
      'POST',
      `/admin/orders/${id}/refund`,
      { items: [units(BARFI, 2)], reason: 'Broken', goods: 'lost' },
      { 'idempotency-key': 'two' },
    )
    expect(await attempt(id, { items: [units(BARFI, 1), units('sev', 1)] })).toMatchObject({
      status: 409,
      message: 'Of Kaju Barfi, 2 were refunded, and stay in the order',
    })
    expect(await attempt(id, { items: [units(BARFI, 2)] })).toMatchObject({
      status: 409,
      message: 'Nothing would be left to pack. Cancel the order instead',
    })
    const { data } = await save(id, { items: [units(BARFI, 2), units('sev', 1)], totalAmount: 850 })
    expect(data.order).toMatchObject({
      itemsToPack: 1,
      money: { paid: 850, refunded: 800, remains: 50 },
      refunds: [{ amount: 800 }, { amount: 350 }],
    })
    const { data: cancelled } = await act(id, 'cancel', { reason: 'No sev' })
    expect(cancelled.refunds).toMatchObject([{ amount: 800 }, { amount: 350 }, { amount: 50 }])
  })

  it('only managers edit, and only what the contract allows', async () => {
    const id = await ordered()
    const items = [units(BARFI, 2)]
    for (const sub of ['packer', 'shipper', 'accountant', 'asha']) {
      expect(await attempt(id, { items }, sub)).toMatchObject({ status: 403 })
      expect(await save(id, { items, totalAmount: 800 }, 'k', sub)).toMatchObject({ status: 403 })
    }
    expect(await attempt(id, { items: [] })).toMatchObject({ status: 400 })
    expect(await attempt(id, { items: [units(BARFI, 1), units(BARFI, 2)] })).toMatchObject({ status: 400 })
    expect(await attempt(id, { items: [units(BARFI, 1_000_000)] })).toMatchObject({ status: 400 })
    const many = Array.from({ length: 101 }, (_, index) => units(`p${index}`, 1))
    expect(await attempt(id, { items: many })).toMatchObject({ status: 400 })
    expect(await attempt(id, { items, shopNote: '4242 4242 4242 4242' })).toMatchObject({ status: 400 })
    const body = { ...(await bodyOf(id, { items })), totalAmount: 800 }
    expect(await shop().call('manager', 'POST', `/admin/orders/${id}/edits`, body)).toMatchObject({
      status: 400,
    })
    const { data } = await shop().call('manager', 'GET', '/admin/log')
    expect(JSON.stringify(data)).not.toContain(homeAddress.phoneNumber)
  })

  it('an erasure takes the address that an edit has replaced', async () => {
    const id = await ordered()
    const address = { ...homeAddress, addressLine1: '9 Hidden Lane', phoneNumber: '9000012345' }
    await save(id, { items: [units(BARFI, 2)], address, totalAmount: 800 })
    await act(id, 'cancel', { reason: 'No barfi' })
    expect(await shop().call('asha', 'DELETE', '/account/asha')).toMatchObject({ status: 200 })
    expect((await read(id)).edits).toMatchObject([{ editId: 'E1', parts: ['address', 'phone'] }])
    const stored = await shop().everything()
    expect(stored).not.toContain('Hidden')
    expect(stored).not.toContain(homeAddress.phoneNumber)
  })

  it('the figures of the day follow an edit that changes no sum', async () => {
    const id = await ordered(CASH, { items: [units(BARFI, 1)], totalAmount: 400 })
    expect(await sold()).toContain('Kaju Barfi')
    await save(id, { items: [units('sev', 8)], totalAmount: 400 })
    expect(await sold()).toContain('Sev')
  })
}
