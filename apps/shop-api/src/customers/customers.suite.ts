import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { COD_NOT_OFFERED } from '@nashta/contracts/delivery/delivery-texts'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import { listLog } from '@nashta/contracts/operators/operator-log'
import {
  type CustomerRow,
  getCustomer,
  listCustomers,
  NOTE_ABOUT_REQUIRED,
} from '@nashta/contracts/orders/desk/customers'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { beforeEach, expect, it } from 'vitest'
import { isOver, isVisible } from '../orders/order/phase.ts'
import { netPaid } from '../orders/order/refunded.ts'
import { cashKeysOf } from '../orders/persons/no-cash.ts'
import { GOOD_CARD, openCheckout } from '../orders/work/checkout.fixture.ts'
import type { OpenTestShop } from '../shop.fixture.ts'

const COD = { method: 'cod' }
const ASHA_PHONE = '9812345678'
const RAVI_PHONE = '9900112233'

/** People who order, as operators see them, on every adapter. `steps` is the length of a random history. */
export function customersSuite(open: OpenTestShop, { steps }: { steps: number }) {
  const { shop, place } = openCheckout((overrides) => open({ guestCheckout: true, ...overrides }))
  let keys = 0
  beforeEach(async () => {
    keys = 0
    await shop().tokenFor('manager', ['manager'])
    await shop().tokenFor('packer', ['packer'])
  })

  /** The lists sort by time. */
  const advanceClock = () => (shop().clock.now = new Date(shop().clock.now.getTime() + 1000))
  const desk = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers = {}) =>
    shop().call('manager', method, `/admin${path}`, body, headers)
  const list = async (query = '') =>
    parseExactly(listCustomers.reply, { data: (await desk('GET', `/customers${query}`)).data }).data.customers
  const read = async (id: string) =>
    parseExactly(getCustomer.reply, { data: (await desk('GET', pathOf(id))).data }).data
  const act = async (id: string, action: string, body: object = {}) => {
    advanceClock()
    return desk('POST', `/orders/${id}/${action}`, body, { 'idempotency-key': `act-${(keys += 1)}` })
  }

  type GuestFields = { email?: string; phone?: string; name?: string; paymentDetails?: object }
  async function orderAsGuest({
    email = 'asha@example.in',
    phone = ASHA_PHONE,
    name = 'Asha Rao',
    paymentDetails = COD,
  }: GuestFields = {}) {
    advanceClock()
    keys += 1
    const response = await shop().shop.app.inject({
      method: 'POST',
      url: '/api/guest-orders',
      headers: { 'idempotency-key': `guest-key-of-order-${keys}` },
      body: {
        email,
        items: [{ productId: 'laddoo', quantity: 1 }],
        totalAmount: 279.5,
        paymentDetails,
        shippingAddress: { ...homeAddress, fullName: name, phoneNumber: phone },
      },
    })
    return response.json<{ code?: string; message?: string; data?: { order: { purchaseId: string } } }>()
  }
  const downloadedNotes = async () =>
    (await shop().call('asha', 'GET', '/account/asha/export')).data.shopNotes
  const isCashRefused = async () =>
    (await orderAsGuest({ email: 'y@example.in', phone: homeAddress.phoneNumber })).code === 'COD_UNAVAILABLE'
  const guestOrder = async (fields?: GuestFields) => (await orderAsGuest(fields)).data?.order.purchaseId ?? ''
  async function accountOrder(sub = 'asha', fields: object = {}) {
    advanceClock()
    keys += 1
    const placed = await place({ paymentDetails: COD, ...fields }, { 'idempotency-key': `k${keys}` }, sub)
    return placed.data.purchaseId as string
  }
  async function deliver(id: string) {
    await act(id, 'ship', { courier: 'Delhivery' })
    await act(id, 'deliver')
  }
  const idOf = async (query: string) => (await list(query))[0]?.customerId ?? ''

  it('guests with one e-mail address and phone number are one row, however the number is written', async () => {
    await guestOrder()
    await guestOrder({
      phone: `+91 ${ASHA_PHONE.slice(0, 5)} ${ASHA_PHONE.slice(5)}`,
      email: 'Asha@Example.in',
    })
    await guestOrder({ phone: RAVI_PHONE, name: 'Ravi Iyer' })
    expect(await list()).toMatchObject([
      { name: 'Ravi Iyer', orders: 1, hasAccount: false },
      { name: 'Asha Rao', orders: 2, hasAccount: false },
    ])
  })

  it('a row shows orders, money and cash orders that came back, and its orders page by page', async () => {
    await deliver(await accountOrder())
    const returned = await accountOrder()
    await act(returned, 'ship', { courier: 'Delhivery' })
    await act(returned, 'undelivered', { outcome: 'comingBack', reason: 'refused' })
    const paid = await accountOrder('asha', { paymentDetails: GOOD_CARD })
    await act(paid, 'refund', {
      items: [{ productId: 'laddoo', quantity: 1 }],
      goods: 'lost',
      reason: 'crushed',
    })
    expect(await list()).toMatchObject([
      { customerId: 'asha', hasAccount: true, orders: 2, spent: 838.5, returnedCashOrders: 1 },
    ])
    expect((await read('asha')).orders).toHaveLength(3)
  })

  it('the figures are the sum of the orders after every change', async () => {
    const random = createRandom(43)
    const ids: string[] = []
    for (let step = 0; step < steps; step += 1) {
      const roll = random.below(100)
      const id = ids.length > 0 ? random.one(ids) : ''
      if (ids.length === 0 || roll < 35) {
        const paymentDetails = random.one([COD, GOOD_CARD])
        const placed = await (random.chance(0.5)
          ? accountOrder(random.one(['asha', 'ravi']), { paymentDetails })
          : orderAsGuest({
              email: `${random.below(3)}@example.in`,
              phone: random.one([ASHA_PHONE, RAVI_PHONE]),
              paymentDetails,
            }))
        // A guest with too many unpaid orders is refused.
        const placedId = typeof placed === 'string' ? placed : placed.data?.order.purchaseId
        if (placedId !== undefined) ids.push(placedId)
      } else if (roll < 50) await act(id, 'ship', { courier: 'Delhivery' })
      else if (roll < 60) await act(id, 'deliver')
      else if (roll < 75) await act(id, 'undelivered', { outcome: 'comingBack', reason: 'refused' })
      else if (roll < 90) await act(id, 'cancel', { reason: 'sold out' })
      else
        await act(id, 'refund', {
          items: [{ productId: 'laddoo', quantity: 1 }],
          goods: 'lost',
          reason: 'crushed',
        })
      if (step % 20 === 0) await list()
    }
    for (const row of await list()) expect(row).toMatchObject(await sumOfOrders(row.customerId))
  })

  /** What the orders of a customer add up to when all of them are read. */
  async function sumOfOrders(customerId: string): Promise<Partial<CustomerRow>> {
    const { purchases } = shop().shop.storage
    const { orders } = await read(customerId)
    const records = (await Promise.all(orders.map(({ purchaseId }) => purchases.find(purchaseId)))).flatMap(
      (order) => (order && isVisible(order) ? [order] : []),
    )
    const cash = records.filter(({ payment }) => payment.method === 'cod')
    return {
      orders: records.filter((order) => !isOver(order)).length,
      spent: paiseToRupees(asPaise(records.reduce((sum, order) => sum + netPaid(order), 0))),
      returnedCashOrders: cash.filter(
        (order) => isOver(order) && order.timeline.some(({ kind }) => kind === 'shipped'),
      ).length,
    }
  }

  it('a join shows two persons as one row, and is undone by hand', async () => {
    await accountOrder()
    await guestOrder({ email: 'typed@example.in', phone: RAVI_PHONE, name: 'Asha R' })
    const guest = await idOf('?search=typed%40example.in')
    await desk('PUT', pathOf(guest), { tags: ['wedding'] })
    const joined = await desk('POST', `${pathOf(guest)}/join`, { customerId: 'asha' })
    // The account leads the row, although the guest's page sent the join.
    expect(joined.data.customer).toMatchObject({
      customerId: 'asha',
      orders: 2,
      joined: 1,
      tags: ['wedding'],
    })
    expect(joined.data.members).toMatchObject([
      { customerId: 'asha' },
      { customerId: guest, joinedBy: 'manager@example.in' },
    ])
    expect(joined.data.orders).toHaveLength(2)
    expect(await list()).toMatchObject([{ customerId: 'asha', joined: 1, name: 'Asha R' }])
    expect(await list('?search=typed%40example.in')).toMatchObject([{ customerId: 'asha' }])
    expect(await list('?tag=wedding')).toMatchObject([{ customerId: 'asha' }])
    // The shopper sees their own order alone.
    expect((await shop().call('asha', 'GET', '/purchases/asha')).data.purchases).toHaveLength(1)

    await desk('POST', `${pathOf('asha')}/separate`, { customerId: guest })
    expect(await list()).toMatchObject([
      { customerId: guest, orders: 1, tags: ['wedding'] },
      { customerId: 'asha', orders: 1, tags: [] },
    ])
  })

  it('a row is joined of at most eight persons', async () => {
    await accountOrder()
    const codes: (string | undefined)[] = []
    for (let index = 0; index < 8; index += 1) {
      await guestOrder({ email: `g${index}@example.in` })
      const id = await idOf('')
      codes.push((await desk('POST', `${pathOf('asha')}/join`, { customerId: id })).code)
    }
    expect(codes).toEqual([...Array.from({ length: 7 }), 'VALIDATION_FAILED'])
    expect((await read('asha')).customer).toMatchObject({ joined: 7, orders: 8 })
  })

  it('notes and tags are kept with the person, once each, and only operators with the role see them', async () => {
    await accountOrder()
    const note = { text: 'Rings before 10 only' }
    for (let count = 0; count < 2; count += 1)
      await desk('POST', `${pathOf('asha')}/notes`, note, { 'idempotency-key': 'n1' })
    await desk('PUT', pathOf('asha'), { tags: ['VIP', ' vip ', 'Pune  office'] })
    const { notes, customer } = await read('asha')
    expect(notes).toMatchObject([{ ...note, by: 'manager@example.in' }])
    expect(customer.tags).toEqual(['pune office', 'vip'])
    expect((await desk('GET', '/customers')).data.tags).toEqual(['pune office', 'vip'])
    expect((await desk('PUT', pathOf('asha'), { tags: ['a\u0000b'] })).status).toBe(400)
    expect((await shop().call('packer', 'PUT', '/admin/customers/asha', { tags: [] })).status).toBe(403)

    await desk('DELETE', `${pathOf('asha')}/notes/${encodeURIComponent(notes[0]?.noteId ?? '')}`)
    await desk('PUT', pathOf('asha'), { tags: [] })
    expect(await read('asha')).toMatchObject({ notes: [], customer: { tags: [] } })
    expect((await desk('GET', '/customers')).data.tags).toEqual([])
    const log = await desk('GET', '/log?kind=customer')
    expect(JSON.stringify(log.data)).not.toContain('Rings')
  })

  it('the shopper downloads the notes about their account, and not those about a joined customer', async () => {
    await accountOrder()
    await guestOrder({ email: 'other@example.in' })
    const guest = await idOf('?search=other%40example.in')
    await desk('POST', `${pathOf('asha')}/notes`, { text: 'likes it crisp' })
    await desk('POST', `${pathOf(guest)}/notes`, { text: 'the neighbour' })
    await desk('POST', `${pathOf('asha')}/join`, { customerId: guest })
    const { data } = await shop().call('asha', 'GET', '/account/asha/export')
    expect(data.shopNotes).toMatchObject({
      notes: [{ text: 'likes it crisp' }],
      tags: [],
      takesNoCash: false,
    })
    expect(JSON.stringify(data)).not.toContain('neighbour')
    expect(JSON.stringify(data)).not.toContain('other@example.in')
  })

  it('what is written while two persons are joined is in the download of nobody else than whom it is about', async () => {
    await accountOrder()
    await guestOrder({ email: 'other@example.in' })
    const guest = await idOf('?search=other%40example.in')
    await desk('PUT', pathOf('asha'), { tags: ['crisp'] })
    await desk('POST', `${pathOf('asha')}/join`, { customerId: guest })
    const withoutPerson = await desk('POST', `${pathOf('asha')}/notes`, { text: 'the neighbour' })
    expect(withoutPerson).toMatchObject({ status: 400, message: NOTE_ABOUT_REQUIRED })
    await desk('POST', `${pathOf('asha')}/notes`, { text: 'rings twice', about: 'asha' })
    const noted = await desk('POST', `${pathOf('asha')}/notes`, { text: 'the neighbour', about: guest })
    expect(noted.data.notes).toMatchObject([
      { text: 'the neighbour', about: guest },
      { text: 'rings twice', about: 'asha' },
    ])
    await desk('PUT', pathOf('asha'), { tags: ['crisp', 'noisy'] })
    const expected = { notes: [{ text: 'rings twice' }], tags: ['crisp'] }
    expect(await downloadedNotes()).toMatchObject(expected)
    await desk('POST', `${pathOf('asha')}/separate`, { customerId: guest })
    expect(await downloadedNotes()).toMatchObject(expected)
    // An operator who sees one person alone has said whom the tags are about.
    await desk('PUT', pathOf('asha'), { tags: ['crisp', 'noisy'] })
    expect(await downloadedNotes()).toMatchObject({ tags: ['crisp', 'noisy'] })
    await desk('POST', `${pathOf(guest)}/join`, { customerId: 'asha' })
    expect(await downloadedNotes()).toMatchObject({ ...expected, tags: ['crisp', 'noisy'] })
  })

  it('no cash on delivery is refused with the text of an address without cash, by account and by phone', async () => {
    await accountOrder()
    await desk('PUT', pathOf('asha'), { takesNoCash: true })
    expect(await list()).toMatchObject([{ takesNoCash: true }])
    const refused = { code: 'COD_UNAVAILABLE', message: COD_NOT_OFFERED }
    const barredPhone = homeAddress.phoneNumber
    const asAccount = (sub: string, phone = barredPhone, paymentDetails: object = COD) =>
      place(
        { paymentDetails, shippingAddress: withPhone(phone) },
        { 'idempotency-key': `c${(keys += 1)}` },
        sub,
      )
    expect(await asAccount('asha', RAVI_PHONE)).toMatchObject(refused)
    expect(await asAccount('ravi')).toMatchObject(refused)
    expect(await orderAsGuest({ email: 'x@example.in', phone: homeAddress.phoneNumber })).toMatchObject(
      refused,
    )
    // A typed e-mail address says nothing about its owner.
    expect((await orderAsGuest({ phone: RAVI_PHONE })).code).toBeUndefined()
    expect((await asAccount('asha', RAVI_PHONE, GOOD_CARD)).status).toBe(201)

    await desk('PUT', pathOf('asha'), { takesNoCash: false })
    expect((await asAccount('asha')).status).toBe(201)
  })

  it('no cash on delivery is refused however the phone number is written', async () => {
    await accountOrder()
    await desk('PUT', pathOf('asha'), { takesNoCash: true })
    const phone = homeAddress.phoneNumber
    const hindi = phone.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x9_66 + Number(digit)))
    const spellings = [`${phone} / 1`, hindi, `+91 ${hindi}`, `${RAVI_PHONE}, ${phone}`, `${phone} ext. 22`]
    for (const spelling of spellings)
      expect(await orderAsGuest({ email: 'x@example.in', phone: spelling })).toMatchObject({
        code: 'COD_UNAVAILABLE',
      })
    expect((await orderAsGuest({ email: 'x@example.in', phone: RAVI_PHONE })).code).toBeUndefined()
    // The same spellings are found by their last digits, and are one customer.
    await guestOrder({ email: 'x@example.in', phone: `${RAVI_PHONE} / 2` })
    expect(await list(`?search=${RAVI_PHONE.slice(-5)}`)).toMatchObject([{ orders: 2 }])
  })

  it('the log names a customer until the customer is erased', async () => {
    await deliver(await accountOrder())
    await deliver(await guestOrder({ email: 'old@example.in', phone: RAVI_PHONE, name: 'Asha Older' }))
    const guest = await idOf('?search=old%40example.in')
    await desk('POST', `${pathOf('asha')}/join`, { customerId: guest })
    await desk('PUT', pathOf('asha'), { takesNoCash: true })
    const entries = async () => {
      const { data } = await desk('GET', '/log?kind=customer')
      return parseExactly(listLog.reply, { data }).data.entries
    }
    expect(await entries()).toMatchObject([
      { name: homeAddress.fullName, changes: { noCash: { to: true } } },
      { name: homeAddress.fullName, changes: { joined: { from: null, to: 'Asha Older' } } },
    ])
    await desk('POST', `${pathOf('asha')}/erase`, { confirm: 'erase' })
    const [erasure, ...others] = await entries()
    expect(erasure).toMatchObject({ action: 'delete' })
    expect(others.map(({ name }) => name)).toEqual([undefined, undefined])
    expect(others[1]?.changes).toEqual({ joined: { from: null, to: 'a customer who was erased' } })
    const left = await shop().everything()
    for (const personal of ['Asha Older', 'person-subject#']) expect(left).not.toContain(personal)
  })

  it('an erasure does not lift the bar on cash of another customer with the same phone', async () => {
    await deliver(await accountOrder('asha'))
    await deliver(await accountOrder('ravi'))
    await deliver(await guestOrder({ email: 'old@example.in', phone: homeAddress.phoneNumber }))
    await desk('PUT', pathOf('asha'), { takesNoCash: true })
    expect(await isCashRefused()).toBe(true)
    const guest = await idOf('?search=old%40example.in')
    for (const id of ['ravi', guest])
      expect((await desk('POST', `${pathOf(id)}/erase`, { confirm: 'erase' })).status).toBe(200)
    expect(await isCashRefused()).toBe(true)
    // Two who are barred: the number stays barred until both are erased.
    await deliver(await accountOrder('uma', { paymentDetails: GOOD_CARD }))
    await desk('PUT', pathOf('uma'), { takesNoCash: true })
    await desk('POST', `${pathOf('asha')}/erase`, { confirm: 'erase' })
    expect(await isCashRefused()).toBe(true)
    await desk('POST', `${pathOf('uma')}/erase`, { confirm: 'erase' })
    expect(await isCashRefused()).toBe(false)
    expect(await shop().everything()).not.toContain('no-cash#')
  })

  it('an erasure lifts a bar on cash of before it named its persons', async () => {
    await deliver(await accountOrder('asha'))
    await desk('PUT', pathOf('asha'), { takesNoCash: true })
    const { documents } = shop().shop.storage
    for (const key of cashKeysOf({ accountId: 'asha', phone: homeAddress.phoneNumber })) {
      const seen = await documents.get(key)
      await documents.commit([{ put: { key, body: { at: shop().clock.now.toISOString() } }, seen }])
    }
    expect((await desk('POST', `${pathOf('asha')}/erase`, { confirm: 'erase' })).status).toBe(200)
    expect(await isCashRefused()).toBe(false)
  })

  it('an erasure covers all who are joined, with notes, tags and the bar on cash', async () => {
    await deliver(await accountOrder())
    await deliver(await guestOrder({ email: 'old@example.in', phone: RAVI_PHONE }))
    await deliver(await guestOrder({ email: 'old@example.in', phone: RAVI_PHONE }))
    const guest = await idOf('?search=old%40example.in')
    await desk('PUT', pathOf(guest), { tags: ['vip'], takesNoCash: true })
    await desk('POST', `${pathOf(guest)}/notes`, { text: 'the brother of Ravindra' })
    await desk('POST', `${pathOf('asha')}/join`, { customerId: guest })
    const erased = await desk('POST', `${pathOf('asha')}/erase`, { confirm: 'erase' })
    expect(erased.data).toMatchObject({ erasedOrders: 3 })
    expect(await list()).toEqual([])
    expect((await desk('GET', '/customers')).data.tags).toEqual([])
    const left = await shop().everything()
    for (const personal of ['old@example.in', RAVI_PHONE, 'Ravindra', 'no-cash#', 'person#'])
      expect(left).not.toContain(personal)
  })

  it('a shopper who erases the account erases joined guests, but no other account', async () => {
    await deliver(await accountOrder('asha'))
    await deliver(await accountOrder('ravi'))
    await deliver(await guestOrder({ email: 'old@example.in', phone: RAVI_PHONE }))
    const open = await guestOrder({ email: 'old@example.in', phone: RAVI_PHONE })
    const guest = await idOf('?search=old%40example.in')
    for (const customerId of [guest, 'ravi']) await desk('POST', `${pathOf('asha')}/join`, { customerId })
    const { status } = await shop().call('asha', 'DELETE', '/account/asha')
    expect(status).toBe(200)
    const rows = await list()
    expect(rows).toMatchObject([{ customerId: 'ravi', orders: 2, joined: 1 }])
    // An order that is still on its way stays until it has arrived.
    expect((await read('ravi')).orders.map(({ purchaseId }) => purchaseId)).toContain(open)
  })

  it('one order of a guest is erased, and the others stay in the row', async () => {
    await deliver(await accountOrder('asha'))
    await deliver(await guestOrder())
    const open = await guestOrder({ name: 'Asha Later' })
    // The account has the address of the guest, so the delivered order is erased with it.
    expect((await shop().call('asha', 'DELETE', '/account/asha')).status).toBe(200)
    expect(await list()).toMatchObject([{ name: 'Asha Later', orders: 1, spent: 0 }])
    expect((await read(await idOf(''))).orders).toMatchObject([{ purchaseId: open }])
  })

  it('every customer is on one page, however many orders each has', async () => {
    for (const phone of [ASHA_PHONE, RAVI_PHONE, ASHA_PHONE, RAVI_PHONE, ASHA_PHONE])
      await guestOrder({ phone, paymentDetails: GOOD_CARD })
    await accountOrder()
    const rows: CustomerRow[] = []
    let cursor = ''
    do {
      const { data } = await desk('GET', `/customers?limit=1${cursor && `&cursor=${cursor}`}`)
      rows.push(...data.customers)
      cursor = data.nextCursor ?? ''
    } while (cursor)
    expect(rows.map(({ customerId, orders }) => [customerId === 'asha', orders])).toEqual([
      [true, 1],
      [false, 3],
      [false, 2],
    ])
  })

  it('the list and the newsletter are files, whose formulas are texts, and each is logged', async () => {
    await accountOrder('asha', { shippingAddress: { ...homeAddress, fullName: '=SUM(A1)' } })
    await accountOrder('ravi')
    const file = (await desk('GET', '/files/customers')).data
    expect(file.nextCursor).toBeNull()
    expect(file.text.split('\r\n')).toHaveLength(4)
    expect(file.text).toContain("'=SUM(A1)")
    await shop().call('asha', 'POST', '/newsletter', { name: 'Asha', email: 'asha@example.in' })
    expect((await desk('GET', '/files/newsletter')).data.text).not.toContain('asha@example.in')
    const { entries } = (await desk('GET', '/log?kind=customer')).data
    expect(entries).toMatchObject([
      { action: 'export', changes: { file: { to: 'newsletter' }, rows: { to: 0 } } },
      { action: 'export', changes: { file: { to: 'customers' }, rows: { to: 2 } } },
    ])
    expect((await shop().call('packer', 'GET', '/admin/files/customers')).status).toBe(403)
  })
}

function withPhone(phoneNumber: string) {
  return { ...homeAddress, phoneNumber }
}

function pathOf(customerId: string) {
  return `/customers/${encodeURIComponent(customerId)}`
}
