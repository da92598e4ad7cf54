import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { calendarDay } from '@nashta/contracts/dates'
import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { billTimeOf } from '@nashta/contracts/orders/small-sales'
import { addAmounts } from '@nashta/contracts/pricing/tax'
import { extractText } from 'unpdf'
import { beforeEach, describe, expect, it } from 'vitest'
import { createBillStore } from '../../bills/bill-store.ts'
import { aSeller, aSupply, suppliedLine } from '../../bills/bill.fixture.ts'
import { draftBill } from '../../bills/bill.ts'
import { createDayBills } from '../../bills/day-bills.ts'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { DEMO_SHOP } from '../../shop/demo-shop.ts'
import { settleOrder } from '../events/settle-order.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

const GSTIN = '29AAGCB7383J1Z4'
const LADDOO = { hsn: '2106', gstRate: 5, price: 49, netQuantity: { value: 500, unit: 'g' } }
const BARFI = { hsn: '1704', gstRate: 18, price: 60, stock: 100, netQuantity: { value: 1, unit: 'piece' } }
const KERALA = { ...homeAddress, pincode: '682001', state: 'Kerala', stateCode: '32', city: 'Kochi' }
const KARNATAKA = { ...homeAddress, pincode: '560001', state: 'Karnataka', stateCode: '29' }
const YEAR = '2526'
const inv = (sequence: number) => `INV/${YEAR}/000${sequence}`

/** One bill of a day for small sales; on every adapter. */
export function dayBillsSuite(open: OpenTestShop) {
  const { shop, place } = openCheckout(open)

  beforeEach(async () => {
    for (const role of OPERATOR_ROLES) await shop().tokenFor(role, [role])
    shop().clock.now = new Date('2026-02-10T06:00:00Z')
    await setShop({ smallBills: 'daily' })
    await shop().call('admin', 'PUT', '/products/laddoo', LADDOO)
    await shop().call('admin', 'PUT', '/products/barfi', BARFI)
  })
  const setShop = async (fields: object) => {
    const record = { ...DEMO_SHOP, isDemo: false, gstin: GSTIN, ...fields }
    expect(await shop().call('admin', 'PUT', '/admin/shop', record)).toMatchObject({ status: 200 })
  }
  const act = (id: string, action: string, body: object = {}, headers = {}) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    return shop().call('manager', 'POST', `/admin/orders/${id}/${action}`, body, headers)
  }
  const buy = async (quantity = 2, fields: object = {}, product = 'laddoo') => {
    const items = [{ productId: product, quantity }]
    const totalAmount = quantity * (product === 'laddoo' ? 49 : 60)
    const placed = await place({ items, totalAmount, shippingAddress: KARNATAKA, ...fields })
    expect(placed).toMatchObject({ status: 201 })
    return placed.data.purchaseId as string
  }
  const ship = (id: string) => act(id, 'ship', { courier: 'Delhivery' })
  const sell = async (...order: Parameters<typeof buy>) => {
    const id = await buy(...order)
    expect(await ship(id)).toMatchObject({ status: 200 })
    return id
  }
  const refund = (id: string, productId: string, quantity: number) =>
    act(
      id,
      'refund',
      { reason: 'Stale', goods: 'lost', items: [{ productId, quantity }] },
      { 'idempotency-key': `refund-${id}` },
    )
  const orderOf = async (id: string) => (await shop().call('asha', 'GET', `/purchases/order/${id}`)).data
  const numbersOf = async (id: string) =>
    ((await orderOf(id)).bills ?? []).map(({ number }: { number: string }) => number)
  const bills = () => {
    const { documents } = shop().shop.storage
    return createBillStore({ documents, now: () => shop().clock.now })
  }
  const readReturn = (path = '') => shop().call('accountant', 'GET', `/admin/returns/2026-02${path}`)
  const closeDay = async () => {
    shop().clock.now = billTimeOf(calendarDay(shop().clock.now))
    await shop().shop.reconcile()
  }
  const issueLate = async (at: string) => {
    shop().clock.now = new Date(at)
    await shop().shop.reconcile()
  }
  const dayOf = async (number: string) =>
    calendarDay(new Date((await bills().findByNumber(number))?.issuedAt ?? ''))
  const download = async (sub: string, path: string) => {
    const response = await shop().shop.app.inject({
      method: 'GET',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${await shop().tokenFor(sub)}` },
    })
    const isPdf = response.headers['content-type'] === 'application/pdf'
    const { text } = isPdf
      ? await extractText(new Uint8Array(response.rawPayload))
      : { text: [response.body] }
    return { status: response.statusCode, text: text.join('\n') }
  }

  it('small sales of a day are on one bill for each state, with its number before the day ends', async () => {
    const [first, second, kerala] = [
      await sell(2),
      await sell(1, {}, 'barfi'),
      await sell(1, { shippingAddress: KERALA }),
    ]
    const large = await sell(5)
    expect(await numbersOf(large)).toEqual([inv(1)])
    await shop().shop.reconcile()
    expect(await orderOf(first)).toMatchObject({ onBillOf: '2026-02-10' })
    expect(await numbersOf(first)).toEqual([])
    await closeDay()
    const [one, other, third] = [await numbersOf(first), await numbersOf(second), await numbersOf(kerala)]
    expect([one, other].flat()).toEqual([one[0], one[0]])
    expect(new Set([one[0], third[0]])).toEqual(new Set([inv(2), inv(3)]))
    expect(await orderOf(first)).not.toHaveProperty('onBillOf')
    const bill = await bills().findByNumber(one[0])
    expect(bill).toMatchObject({
      ofDay: { day: '2026-02-10', orders: 2 },
      buyer: { name: 'Private buyers' },
      supply: 'intra',
      total: { grossPaise: 15_800 },
    })
    expect(calendarDay(new Date(bill?.issuedAt ?? ''))).toBe('2026-02-10')
    expect(bill?.lines.map(({ purchaseId }) => purchaseId).toSorted()).toEqual([first, second].toSorted())
    expect(bill?.lines.map(({ ratePercent }) => ratePercent).toSorted()).toEqual([18, 5])
    await shop().shop.reconcile()
    expect(await bills().lastSequence(`INV/${YEAR}`)).toBe(3)
  })

  it('a bill below the limit waits, one at the limit or to a business has a number at once', async () => {
    await shop().call('admin', 'PUT', '/products/laddoo', { price: 199.99 })
    const below = await sell(1, { totalAmount: 199.99 })
    await shop().call('admin', 'PUT', '/products/laddoo', { price: 200 })
    const at = await sell(1, { totalAmount: 200 })
    await shop().call('admin', 'PUT', '/products/laddoo', { price: 49 })
    const business = await sell(1, { details: { gstin: '32AQGPT3408B1ZA' }, shippingAddress: KERALA })
    const numbers = [await numbersOf(below), await numbersOf(at), await numbersOf(business)]
    expect(numbers).toEqual([[], [inv(1)], [inv(2)]])
  })

  it('a buyer asks for an own bill before the goods leave or on the same day, and not afterwards', async () => {
    const [before, waiting, late] = [await buy(1), await buy(2), await buy(3)]
    expect((await shop().call('asha', 'POST', `/purchases/order/${before}/own-bill`, {})).data).toMatchObject(
      {
        wantsOwnBill: true,
      },
    )
    expect(await numbersOf(before)).toEqual([])
    for (const id of [before, waiting, late]) await ship(id)
    expect(await numbersOf(before)).toEqual([inv(1)])
    const { data } = await shop().call('asha', 'POST', `/purchases/order/${late}/link`, {})
    expect(await shop().call('ravi', 'POST', `/purchases/order/${waiting}/own-bill`, {})).toMatchObject({
      status: 404,
    })
    const own = await shop().call('asha', 'POST', `/purchases/order/${waiting}/own-bill`, {})
    expect(own.data).toMatchObject({ bills: [{ id: 'bill', number: inv(2) }] })
    await shop().call('asha', 'POST', `/purchases/order/${waiting}/own-bill`, {})
    await closeDay()
    expect(await numbersOf(late)).toEqual([inv(3)])
    expect((await bills().findByNumber(inv(3)))?.total.grossPaise).toBe(14_700)
    expect(await shop().call('x', 'POST', `/order-links/${data.token}/own-bill`, {})).toMatchObject({
      status: 409,
      code: 'ILLEGAL_TRANSITION',
    })
  })

  it('the holder of a link and an operator have an own bill made instead of that of the day', async () => {
    const [first, second] = [await sell(1), await sell(2)]
    const { data } = await shop().call('asha', 'POST', `/purchases/order/${first}/link`, {})
    const linked = await shop().call('x', 'POST', `/order-links/${data.token}/own-bill`, {})
    expect(linked.data).toMatchObject({ bills: [{ number: inv(1) }] })
    expect((await act(second, 'bills')).data).toMatchObject({ bills: [{ number: inv(2) }] })
    // Nobody is left on the bill of the day, so there is none.
    await closeDay()
    expect(await bills().lastSequence(`INV/${YEAR}`)).toBe(2)
  })

  it('a refund waits for the bill of the day, and its credit note is about the lines of its order', async () => {
    const [first, second] = [await sell(3), await sell(2)]
    await refund(first, 'laddoo', 1)
    await shop().shop.reconcile()
    expect(await numbersOf(first)).toEqual([])
    await closeDay()
    const number = (await numbersOf(first))[0]
    expect(await numbersOf(first)).toEqual([inv(1), `CRN/${YEAR}/0001`])
    const [bill, note] = await bills().listOf(first)
    expect(bill).toMatchObject({ number, purchaseId: first, total: { grossPaise: 14_700 } })
    expect(note).toMatchObject({
      corrects: { number },
      purchaseId: first,
      total: { grossPaise: 4900 },
      lines: [{ units: { quantity: 1 }, purchaseId: first }],
    })
    await act(second, 'cancel', { reason: 'Nobody at home', goods: 'expected' })
    await shop().shop.reconcile()
    const [whole, back] = await bills().listOf(second)
    expect(back?.total).toEqual(whole?.total)
  })

  it('the return counts the bill of a day once, and its sums, lines and papers are those of its orders', async () => {
    const first = await sell(2)
    await sell(3)
    await sell(1, { shippingAddress: KERALA }, 'barfi')
    await refund(first, 'laddoo', 1)
    await closeDay()
    const { data } = await readReturn()
    expect(data).toMatchObject({ bills: 2, creditNotes: 1, sums: { total: 256 } })
    expect(data.b2cs.map(({ place, total }: { place: string; total: number }) => [place, total])).toEqual(
      expect.arrayContaining([
        ['29', 196],
        ['32', 60],
      ]),
    )
    expect(data.series).toMatchObject([{ count: 1 }, { count: 2 }])
    const laddoo = await readReturn('/bills?hsn=2106')
    expect(laddoo.data.bills).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'invoice', orders: 2, total: 245 }),
        expect.objectContaining({ kind: 'creditNote', purchaseId: first, total: 49 }),
      ]),
    )
    const papers = await download('accountant', '/admin/returns/2026-02/papers')
    // A line of the bill and one of the credit note.
    expect(papers.text.split(first)).toHaveLength(3)
  })

  it('a buyer reads the own lines only, and an accountant the whole bill by its number', async () => {
    const [first, second] = [await sell(2), await sell(1, {}, 'barfi')]
    await closeDay()
    const own = await download('asha', `/purchases/order/${first}/bills/bill`)
    expect(own.text).toContain("One order's part of the consolidated bill of 2 small sales")
    expect(own.text).not.toContain('Barfi')
    expect(own.text).not.toContain(homeAddress.fullName)
    const print = `/admin/bills/print?number=${encodeURIComponent(inv(1))}`
    for (const paper of ['a4', 'thermal']) {
      const whole = await download('accountant', `${print}&paper=${paper}`)
      expect(whole.text).toContain('Laddoo')
      expect(whole.text).toContain('Barfi')
      expect(whole.text).toContain(`order ${second.slice(-8)}`)
    }
    expect((await download('packer', print)).status).toBe(403)
    expect((await download('accountant', '/admin/bills/print?number=INV%2F2526%2F0009')).status).toBe(404)
    expect((await download('accountant', `${print}&ids=${first}`)).status).toBe(400)
    expect((await download('accountant', '/admin/bills/print')).status).toBe(400)
  })

  it('an erasure before the bill of the day is made leaves the lines of the orders on it', async () => {
    for (const id of [await sell(2), await sell(1)]) await act(id, 'deliver')
    const erased = await shop().call('admin', 'POST', '/admin/customers/asha/erase', { confirm: 'erase' })
    expect(erased).toMatchObject({ status: 200 })
    await closeDay()
    const bill = await bills().findByNumber(inv(1))
    expect(bill).toMatchObject({ total: { grossPaise: 14_700 } })
    expect(JSON.stringify(bill)).not.toContain(homeAddress.fullName)
  })

  it('without the setting each order has a bill, and a setting that goes leaves no order without one', async () => {
    const waiting = await sell(1)
    await setShop({})
    const own = await sell(2)
    expect(await numbersOf(own)).toEqual([inv(1)])
    await closeDay()
    expect(await numbersOf(waiting)).toEqual([inv(2)])
  })

  it('goods that leave after the bill of their day is made have an own bill of the same day', async () => {
    await sell(1)
    await closeDay()
    const late = await sell(2)
    expect(await numbersOf(late)).toEqual([inv(2)])
    expect((await bills().findByNumber(inv(2)))?.issuedAt.slice(0, 10)).toBe('2026-02-10')
  })

  it.each([
    ['a GSTIN', { gstin: undefined }, { gstin: GSTIN }, { kind: 'regular', gstin: GSTIN }],
    [
      'another state',
      {},
      { gstin: '32AQGPT3408B1ZA', state: '32' },
      { kind: 'regular', state: '32', gstin: '32AQGPT3408B1ZA' },
    ],
    ['an end of the demo', { isDemo: true, gstin: undefined }, { gstin: undefined }, { isDemo: false }],
  ])('after %s at noon, a sale is on no bill of the morning', async (_change, morning, noon, seller) => {
    await setShop({ smallBills: 'daily', ...morning })
    const [first, second] = [await sell(1), await sell(2)]
    await setShop({ smallBills: 'daily', ...noon })
    const later = await sell(3)
    expect(await numbersOf(later)).toEqual([inv(1)])
    await closeDay()
    expect([await numbersOf(first), await numbersOf(second)]).toEqual([[inv(2)], [inv(2)]])
    expect(await bills().findByNumber(inv(1))).toMatchObject({ seller, total: { grossPaise: 14_700 } })
    const ofDay = await bills().findByNumber(inv(2))
    expect(ofDay).toMatchObject({ ofDay: { orders: 2 }, total: { grossPaise: 14_700 } })
    expect(ofDay?.seller).not.toMatchObject(seller)
  })

  it('sales of two sellers that come at once are not on one bill', async () => {
    const key = { day: '2026-02-10', place: '29' }
    const requestOf = (purchaseId: string, seller: Parameters<typeof aSeller>[0]) => {
      const supply = aSupply({ purchaseId, address: { state: '', stateCode: '29' } })
      const content = draftBill(supply, aSeller(seller), 'byValue')
      return { ...key, purchaseId, content, months: 72 }
    }
    const store = bills()
    const own = requestOf('own', {})
    await store.issue({ ...own, reason: 'bill', prefix: 'INV' })
    // The first is alone, and the others wait for it and share the next commit.
    const added = await Promise.all([
      store.addToDay(own),
      store.addToDay(requestOf('a', { kind: 'unregistered' })),
      store.addToDay(requestOf('b', {})),
      store.addToDay(requestOf('c', { kind: 'unregistered' })),
    ])
    expect(added).toEqual([false, true, false, true])
    const bill = await store.issueDay(key, { prefix: 'INV', months: 72 })
    expect(bill).toMatchObject({ ofDay: { orders: 2 }, seller: { kind: 'unregistered' } })
  })

  describe('a bill of a day that is made late', () => {
    const LAST = '2026-03-31'
    beforeEach(() => {
      shop().clock.now = new Date(`${LAST}T06:00:00Z`)
    })

    it('has the date, the month and the financial year of its day', async () => {
      const id = await sell(2)
      await issueLate('2026-04-01T03:00:00Z')
      expect(await numbersOf(id)).toEqual([inv(1)])
      expect((await bills().findByNumber(inv(1)))?.issuedAt).toBe(billTimeOf(LAST).toISOString())
      const march = await shop().call('accountant', 'GET', '/admin/returns/2026-03')
      expect(march.data).toMatchObject({ bills: 1, sums: { total: 98 } })
      shop().clock.now = new Date('2026-04-01T06:00:00Z')
      expect(await numbersOf(await sell(5))).toEqual(['INV/2627/0001'])
    })

    it('comes after what had its number later on that day', async () => {
      const id = await sell(2)
      shop().clock.now = new Date(billTimeOf(LAST).getTime() + 60_000)
      const own = await sell(5)
      await issueLate('2026-04-01T03:00:00Z')
      expect([await numbersOf(own), await numbersOf(id)]).toEqual([[inv(1)], [inv(2)]])
      expect(await dayOf(inv(2))).toBe(LAST)
    })

    it('has the date of its making once a later day has a number in the series', async () => {
      shop().clock.now = new Date('2026-02-10T06:00:00Z')
      const id = await sell(2)
      shop().clock.now = new Date('2026-02-11T06:00:00Z')
      const own = await sell(5)
      await issueLate('2026-02-11T07:00:00Z')
      expect([await numbersOf(own), await numbersOf(id)]).toEqual([[inv(1)], [inv(2)]])
      expect(await dayOf(inv(2))).toBe('2026-02-11')
    })

    it('has the date of its making once the return of its month is closed', async () => {
      const id = await sell(2)
      shop().clock.now = new Date('2026-04-03T06:00:00Z')
      expect(await shop().call('accountant', 'POST', '/admin/returns/2026-03/close', {})).toMatchObject({
        status: 200,
      })
      await issueLate('2026-04-03T06:00:01Z')
      expect(await numbersOf(id)).toEqual(['INV/2627/0001'])
      expect(await dayOf('INV/2627/0001')).toBe('2026-04-03')
    })
  })

  it('a process that died between the number and its orders goes on with the same number', async () => {
    const [first, second] = [await sell(1), await sell(2)]
    shop().clock.now = billTimeOf('2026-02-10')
    const issued = await bills().issueDay({ day: '2026-02-10', place: '29' }, { prefix: 'INV', months: 72 })
    expect(issued?.number).toBe(inv(1))
    await shop().shop.reconcile()
    expect([await numbersOf(first), await numbersOf(second)]).toEqual([[inv(1)], [inv(1)]])
    expect(await bills().openDays()).toEqual([])
  })

  it('a process that died before the order recorded that it waits leaves it on the bill', async () => {
    const id = await buy(1)
    const { purchases } = shop().shop.storage
    const time = { at: shop().clock.now, calendar: {} }
    const parcel = { courier: 'Delhivery' }
    await purchases.update(id, (order) => settleOrder(order, { kind: 'shipped', parcel }, time))
    const content = draftBill(aSupply({ purchaseId: id }), aSeller(), 'byValue')
    const request = { day: '2026-02-10', place: '29', purchaseId: id, content, months: 72 }
    expect(await bills().addToDay(request)).toBe(true)
    expect(await bills().addToDay(request)).toBe(true)
    await closeDay()
    expect(await numbersOf(id)).toEqual([inv(1)])
    expect(await bills().addToDay(request)).toBe(true)
    expect(await bills().addToDay({ ...request, purchaseId: 'another' })).toBe(false)
  })

  it('while the bill of a day is made, no order leaves it or comes to it', async () => {
    const id = await sell(1)
    const { documents } = shop().shop.storage
    const key = { day: '2026-02-10', place: '29' }
    await createDayBills({ documents, now: () => shop().clock.now }).close(key, 72)
    const content = draftBill(aSupply({ purchaseId: id }), aSeller(), 'byValue')
    const own = bills().issue({ purchaseId: id, reason: 'bill', content, prefix: 'INV', months: 72 })
    await expect(own).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await bills().addToDay({ ...key, purchaseId: 'another', content, months: 72 })).toBe(false)
    const asked = await shop().call('asha', 'POST', `/purchases/order/${id}/own-bill`, {})
    expect(asked).toMatchObject({ status: 200, data: { wantsOwnBill: true } })
    await closeDay()
    expect(await numbersOf(id)).toEqual([inv(1)])
    expect(await bills().lastSequence(`INV/${YEAR}`)).toBe(1)
  })

  it('random small sales of a day add up to the paisa, whoever leaves, and numbers have no gap', async () => {
    const random = createRandom(7)
    const { below, one, chance } = random
    const ids = Array.from({ length: 120 }, (_, index) => `order${String(index).padStart(4, '0')}`)
    const contents = new Map(
      ids.map((purchaseId) => {
        const place = one(['29', '32', '07'])
        const lines = Array.from({ length: 1 + below(3) }, (_line, index) => {
          const pricePaise = asPaise(1 + below(3000))
          const ratePercent = one([0, 5, 18, 40])
          const quantity = 1 + below(2)
          const paidPaise = asPaise(below(pricePaise * quantity))
          return suppliedLine({ productId: `p${index}`, pricePaise, ratePercent, quantity, paidPaise })
        })
        const shippingFeePaise = asPaise(chance(0.5) ? below(2000) : 0)
        const supply = aSupply({
          purchaseId,
          lines,
          shippingFeePaise,
          address: { state: '', stateCode: place },
        })
        return [purchaseId, draftBill(supply, aSeller(), one(['byValue', 'highestRate']))] as const
      }),
    )
    const processes = [bills(), bills(), bills()]
    const requestOf = (purchaseId: string) => {
      const content = contents.get(purchaseId)
      if (!content) throw new Error('no content')
      return { purchaseId, content, months: 72 }
    }
    const add = async (id: string, index: number) => {
      const request = requestOf(id)
      const key = { day: '2026-02-11', place: request.content.placeOfSupply }
      return processes[index % 3]?.addToDay({ ...key, ...request })
    }
    await Promise.all(ids.map(add))
    // Some ask for their own bill while the days are closed.
    const leaving = ids.filter(() => chance(0.3))
    const days = (await bills().openDays()).filter(({ day }) => day === '2026-02-11')
    expect(days.map(({ place: state }) => state).toSorted()).toEqual(['07', '29', '32'])
    const outcomes = await Promise.all([
      ...leaving.map((id, index) =>
        processes[index % 3]
          ?.issue({ ...requestOf(id), reason: 'bill', prefix: 'INV' })
          .catch((error: { code: string }) => error.code),
      ),
      ...days.map((key, index) => processes[index % 3]?.issueDay(key, { prefix: 'INV', months: 72 })),
      ...days.map((key, index) => processes[(index + 1) % 3]?.issueDay(key, { prefix: 'INV', months: 72 })),
    ])
    expect(outcomes.filter((each) => typeof each === 'string' && each !== 'UNAVAILABLE')).toEqual([])
    const series = await bills().listSeries(`INV/${YEAR}`, { limit: 200 })
    expect(series.map(({ sequence }) => sequence)).toEqual(series.map((_, index) => index + 1))
    const made = await Promise.all(series.map((bill) => bills().withLines(bill)))
    for (const bill of made) expect(addAmounts(bill.lines)).toEqual(bill.total)
    const whole = addAmounts(made.map(({ total }) => total))
    expect(whole).toEqual(addAmounts([...contents.values()].map(({ total }) => total)))
    // Each order is on exactly one bill, with the amounts of its own draft.
    for (const id of ids) {
      const [paper, ...more] = await bills().listOf(id)
      expect({ total: paper?.total, more }).toEqual({ total: contents.get(id)?.total, more: [] })
    }
    const named = made.map(
      (bill) => new Set(bill.lines.map(({ purchaseId = bill.purchaseId }) => purchaseId)),
    )
    expect(named.reduce((sum, { size }) => sum + size, 0)).toBe(ids.length)
  })
}
