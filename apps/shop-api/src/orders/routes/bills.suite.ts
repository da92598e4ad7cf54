import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { extractText } from 'unpdf'
import { beforeEach, describe, expect, it } from 'vitest'
import { createBillStore } from '../../bills/bill-store.ts'
import type { Bill } from '../../bills/bill.ts'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { DEMO_SHOP } from '../../shop/demo-shop.ts'
import { settleOrder } from '../events/settle-order.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

const REAL_SHOP = { ...DEMO_SHOP, isDemo: false, gstin: '29AAGCB7383J1Z4' }
const LADDOO = { hsn: '2106', gstRate: 5, price: 49, netQuantity: { value: 500, unit: 'g' } }
const KERALA = { ...homeAddress, pincode: '682001', state: 'Kerala', stateCode: '32', city: 'Kochi' }
const KARNATAKA = { ...homeAddress, pincode: '560001', state: 'Karnataka', stateCode: '29' }
const YEAR = '2526'

const printPath = (ids: readonly string[]) => `/admin/bills/print?paper=thermal&ids=${ids.join(',')}`

/** Bills of orders: when they are made, what they say, and who reads them; on every adapter. */
export function billsSuite(open: OpenTestShop) {
  const { shop, place } = openCheckout(open)

  beforeEach(async () => {
    for (const role of OPERATOR_ROLES) await shop().tokenFor(role, [role])
    await setShop({})
    await shop().call('admin', 'PUT', '/products/laddoo', LADDOO)
  })
  const setShop = async (fields: object) => {
    const saved = await shop().call('admin', 'PUT', '/admin/shop', { ...REAL_SHOP, ...fields })
    expect(saved).toMatchObject({ status: 200 })
  }
  const act = (id: string, action: string, body: object = {}, headers = {}) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    return shop().call('manager', 'POST', `/admin/orders/${id}/${action}`, body, headers)
  }
  const buy = async (quantity = 2, fields: object = {}) => {
    const items = [{ productId: 'laddoo', quantity }]
    const placed = await place({ items, totalAmount: quantity * 49, shippingAddress: KARNATAKA, ...fields })
    expect(placed).toMatchObject({ status: 201 })
    return placed.data.purchaseId as string
  }
  const ship = (id: string) => act(id, 'ship', { courier: 'Delhivery' })
  let keys = 0
  const refund = (id: string, quantity?: number) => {
    keys += 1
    const items = quantity === undefined ? {} : { items: [{ productId: 'laddoo', quantity }] }
    const headers = { 'idempotency-key': `refund-${keys}` }
    return act(id, 'refund', { reason: 'Stale', goods: 'lost', ...items }, headers)
  }
  const numbersOf = async (id: string) =>
    ((await shop().call('manager', 'GET', `/admin/orders/${id}`)).data.bills ?? []).map(
      ({ number }: { number: string }) => number,
    )
  const billsOf = (id: string): Promise<Bill[]> => {
    const { documents } = shop().shop.storage
    return createBillStore({ documents, now: () => shop().clock.now }).listOf(id)
  }
  const ratesOf = async (id: string) => (await billsOf(id))[0]?.lines.map(({ ratePercent }) => ratePercent)
  const download = async (sub: string, path: string) => {
    const response = await shop().shop.app.inject({
      method: 'GET',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${await shop().tokenFor(sub)}` },
    })
    const isPdf = response.headers['content-type'] === 'application/pdf'
    const { text } = isPdf ? await extractText(new Uint8Array(response.rawPayload)) : { text: [] }
    return { status: response.statusCode, text: text.join('\n'), headers: response.headers }
  }

  it('goods that are handed over have a tax invoice with the number after the last one', async () => {
    const [first, second] = [await buy(1), await buy(2, { shippingAddress: KERALA })]
    expect(await numbersOf(first)).toEqual([])
    await ship(first)
    await ship(second)
    expect(await numbersOf(first)).toEqual([`INV/${YEAR}/0001`])
    expect(await numbersOf(second)).toEqual([`INV/${YEAR}/0002`])
    expect((await billsOf(first))[0]).toMatchObject({
      supply: 'intra',
      lines: [{ hsn: '2106', units: { quantity: 1, unit: 'PAC' } }],
      total: { grossPaise: 4900, taxablePaise: 4666, cgstPaise: 117, sgstPaise: 117 },
    })
    expect((await billsOf(second))[0]).toMatchObject({ supply: 'inter', total: { igstPaise: 467 } })
  })

  it('goods are taxed by the rate of the day on which they are handed over, in India', async () => {
    const { clock } = shop()
    const announce = (rates: readonly string[] | null) =>
      shop().call('admin', 'PUT', '/products/laddoo', { laterGstRates: rates })
    clock.now = new Date('2026-03-31T10:00:00Z')
    const [before, after, late] = [await buy(1), await buy(2), await buy(3)]
    await announce(['2026-04-02 40', '2026-04-01 18'])
    const shipAt = async (id: string, time: string) => {
      // An action takes place a second later.
      clock.now = new Date(Date.parse(time) - 1000)
      expect(await ship(id)).toMatchObject({ status: 200 })
      const [bill] = await billsOf(id)
      return bill?.lines.map(({ ratePercent }) => ratePercent)
    }
    expect(await shipAt(before, '2026-03-31T18:29:59.999Z')).toEqual([5])
    expect(await shipAt(after, '2026-03-31T18:30:00.000Z')).toEqual([18])
    // A corrected rate without a first day changes no order; one that was announced does, also when it is gone.
    await shop().call('admin', 'PUT', '/products/laddoo', { gstRate: 0 })
    expect(await shipAt(late, '2026-04-01T18:30:00.000Z')).toEqual([40])

    clock.now = new Date('2026-04-02T10:00:00Z')
    const dearer = await buy(4)
    await announce(null)
    expect(await shipAt(dearer, '2026-04-03T10:00:00Z')).toEqual([40])
    expect((await billsOf(after))[0]).toMatchObject({ total: { grossPaise: 9800, cgstPaise: 747 } })

    const { data } = await shop().call('accountant', 'GET', '/admin/returns/2026-04')
    expect(data.b2cs.map(({ rate, total }: { rate: number; total: number }) => [rate, total])).toEqual([
      [18, 98],
      [40, 343],
    ])
  })

  it('a rate that was withdrawn before its first day counts for no order, and one that became the rate does', async () => {
    const { clock } = shop()
    const rate = (fields: object) => shop().call('admin', 'PUT', '/products/laddoo', fields)
    clock.now = new Date('2026-03-30T10:00:00Z')
    await rate({ laterGstRates: ['2026-04-01 18'] })
    const [withdrawn, postponed, kept] = [await buy(1), await buy(2), await buy(3)]
    await rate({ laterGstRates: null })
    clock.now = new Date('2026-04-02T10:00:00Z')
    await ship(withdrawn)
    expect(await ratesOf(withdrawn)).toEqual([5])
    await rate({ laterGstRates: ['2026-04-05 18'] })
    await ship(postponed)
    expect(await ratesOf(postponed)).toEqual([5])
    // The list is tidied up once the rate is in force.
    await rate({ gstRate: 18, laterGstRates: null })
    await ship(kept)
    expect(await ratesOf(kept)).toEqual([18])
  })

  it('a rate that was announced before an order counts for it, also when the product is gone', async () => {
    const { clock } = shop()
    clock.now = new Date('2026-03-31T10:00:00Z')
    await shop().call('admin', 'PUT', '/products/laddoo', { laterGstRates: ['2026-04-01 18'] })
    const [id, next] = [await buy(1), await buy(2)]
    await shop().call('admin', 'DELETE', '/products/laddoo')
    await ship(next)
    expect((await billsOf(next))[0]?.lines).toMatchObject([{ ratePercent: 5 }])
    clock.now = new Date('2026-04-01T10:00:00Z')
    await ship(id)
    expect((await billsOf(id))[0]?.lines).toMatchObject([{ ratePercent: 18 }])
  })

  it('cart and checkout show the tax of the day', async () => {
    const rates = async () =>
      (await shop().call('asha', 'POST', '/price-terms', { productIds: ['laddoo'] })).data.rates
    await shop().call('admin', 'PUT', '/products/laddoo', { laterGstRates: ['2026-04-01 18'] })
    shop().clock.now = new Date('2026-03-31T18:29:59Z')
    expect(await rates()).toEqual([{ productId: 'laddoo', ratePercent: 5 }])
    shop().clock.now = new Date('2026-03-31T18:30:00Z')
    expect(await rates()).toEqual([{ productId: 'laddoo', ratePercent: 18 }])
  })

  it('an operator makes the bill earlier, once, and the handing over makes no second one', async () => {
    const id = await buy()
    expect((await act(id, 'bills')).data).toMatchObject({ bills: [{ id: 'bill' }], isBillDue: false })
    await act(id, 'bills')
    await ship(id)
    await act(id, 'deliver')
    expect(await numbersOf(id)).toEqual([`INV/${YEAR}/0001`])
    expect(await shop().call('packer', 'POST', `/admin/orders/${id}/bills`)).toMatchObject({ status: 403 })
  })

  it('an edit whose bill was made early is not undone by a refusal: the order is cancelled, with a credit note', async () => {
    const id = await buy(3, { paymentDetails: { method: 'cod' } })
    const { version } = (await shop().call('manager', 'GET', `/admin/orders/${id}`)).data
    const body = { items: [{ productId: 'laddoo', quantity: 2 }], address: KARNATAKA, version }
    const key = { 'idempotency-key': 'edit' }
    expect(await act(id, 'edits', { ...body, totalAmount: 98 }, key)).toMatchObject({ status: 200 })
    const own = async () => (await shop().call('asha', 'GET', `/purchases/order/${id}`)).data
    expect((await own()).editRefusal).toBe('undo')
    await act(id, 'bills')
    expect((await own()).editRefusal).toBe('cancel')
    const refused = await shop().call('asha', 'POST', `/purchases/order/${id}/edits/refuse`, { editId: 'E1' })
    expect(refused.data).toMatchObject({ orderStatus: 'CANCELLED', totalAmount: 98 })
    await shop().shop.reconcile()
    const [bill, note, ...others] = await billsOf(id)
    expect(others).toEqual([])
    expect(bill?.total.grossPaise).toBe(9800)
    expect(note).toMatchObject({ of: 'cancelled', total: { grossPaise: 9800 } })
  })

  it('an order that is not confirmed or is cancelled has no bill', async () => {
    const id = await buy()
    await act(id, 'cancel', { reason: 'Sold out' })
    expect(await act(id, 'bills')).toMatchObject({ status: 409, code: 'ILLEGAL_TRANSITION' })
  })

  it('what was refunded before the bill is not on it, and makes no credit note', async () => {
    const id = await buy(3)
    await refund(id, 1)
    await shop().shop.reconcile()
    await ship(id)
    await shop().shop.reconcile()
    const [bill, ...notes] = await billsOf(id)
    expect(bill?.lines).toMatchObject([{ units: { quantity: 2 } }])
    expect(notes).toEqual([])
  })

  it('a refund after the bill makes a credit note when the money is back, and all notes are the bill', async () => {
    const id = await buy(3)
    await ship(id)
    await refund(id, 1)
    await shop().shop.reconcile()
    expect(await numbersOf(id)).toEqual([`INV/${YEAR}/0001`, `CRN/${YEAR}/0001`])
    await refund(id)
    await shop().shop.reconcile()
    const [bill, ...notes] = await billsOf(id)
    expect(notes).toMatchObject([
      { number: `CRN/${YEAR}/0001`, corrects: { number: bill?.number, reason: 'Stale' } },
      { number: `CRN/${YEAR}/0002` },
    ])
    for (const name of ['grossPaise', 'taxablePaise', 'cgstPaise', 'sgstPaise'] as const) {
      const credited = notes.reduce((sum, { total }) => sum + total[name], 0)
      expect(credited).toBe(bill?.total[name])
    }
  })

  it('an amount that went back before the bill is not on it, one after it makes a credit note, and both are exact', async () => {
    const id = await buy(3)
    const giveBack = (amount: number) => {
      keys += 1
      const headers = { 'idempotency-key': `amount-${keys}` }
      return act(id, 'refund', { reason: 'It came late', amount }, headers)
    }
    await giveBack(10.01)
    await ship(id)
    await giveBack(20)
    await shop().shop.reconcile()
    await refund(id, 1)
    await refund(id)
    await shop().shop.reconcile()
    const [bill, ...notes] = await billsOf(id)
    expect(bill).toMatchObject({ lines: [{ units: { quantity: 3 } }], total: { grossPaise: 13_699 } })
    expect(notes.map(({ total }) => total.grossPaise)).toEqual([2000, 3899, 7800])
    expect(notes[0]?.lines[0]).not.toHaveProperty('units')
    const both = { reason: 'x', amount: 1, items: [{ productId: 'laddoo', quantity: 1 }] }
    expect(await act(id, 'refund', both, { 'idempotency-key': 'both' })).toMatchObject({ status: 400 })
  })

  it('a cash order that comes back has a credit note about all of it, though no money moves', async () => {
    const id = await buy(2, { paymentDetails: { method: 'cod' } })
    await ship(id)
    await act(id, 'cancel', { reason: 'Nobody at home', goods: 'expected' })
    const [bill, note] = await billsOf(id)
    expect(note?.total).toEqual(bill?.total)
  })

  it('a later rate, a renamed or deleted product and another shop do not change a bill', async () => {
    const id = await buy()
    await shop().call('admin', 'PUT', '/products/laddoo', { gstRate: 18, hsn: '1704' })
    await shop().call('admin', 'DELETE', '/products/laddoo')
    await ship(id)
    const before = await billsOf(id)
    expect(before[0]?.lines).toMatchObject([{ hsn: '2106', ratePercent: 5 }])
    await setShop({ legalName: 'Another name', invoicePrefix: 'X' })
    expect(await billsOf(id)).toEqual(before)
    const { text } = await download('asha', `/purchases/order/${id}/bills/bill`)
    expect(text).toContain(DEMO_SHOP.legalName)
  })

  it('without an HSN code the goods leave, and the bill waits until an operator adds the code', async () => {
    await shop().call('admin', 'PUT', '/products/laddoo', { hsn: null })
    const id = await buy()
    expect(await ship(id)).toMatchObject({ status: 200, data: { orderStatus: 'SHIPPED', isBillDue: true } })
    expect(await act(id, 'bills')).toMatchObject({ status: 409, code: 'BILL_INCOMPLETE' })
    await shop().call('admin', 'PUT', '/products/laddoo', { hsn: '2106' })
    await shop().shop.reconcile()
    expect(await numbersOf(id)).toEqual([`INV/${YEAR}/0001`])
  })

  it('a bill is read by its shopper, the holder of the link and those who see money, and nobody else', async () => {
    const id = await buy()
    await ship(id)
    const own = await download('asha', `/purchases/order/${id}/bills/bill`)
    expect(own.headers['content-disposition']).toBe(`attachment; filename="INV-${YEAR}-0001.pdf"`)
    expect(own.text).toContain(homeAddress.fullName)
    const { data } = await shop().call('asha', 'POST', `/purchases/order/${id}/link`, {})
    const linked = await download('asha', `/order-links/${data.token}/bills/bill`)
    expect(linked.text).toContain(`INV/${YEAR}/0001`)
    expect(linked.text).not.toContain(homeAddress.fullName)
    expect(linked.text).not.toContain(homeAddress.addressLine1)
    for (const role of ['admin', 'manager', 'accountant']) {
      const { status, text } = await download(role, `/admin/orders/${id}/bills/bill?paper=thermal`)
      expect({ status, text }).toMatchObject({ status: 200, text: expect.stringContaining('Tax Invoice') })
    }
    expect((await download('packer', `/admin/orders/${id}/bills/bill`)).status).toBe(403)
    expect((await download('ravi', `/purchases/order/${id}/bills/bill`)).status).toBe(404)
    expect((await download('ravi', '/order-links/nothing/bills/bill')).status).toBe(404)
    expect((await download('asha', `/purchases/order/${id}/bills/R1`)).status).toBe(404)
  })

  it('the bills of chosen orders are one file, without the orders that have none', async () => {
    const [first, second, unshipped] = [await buy(1), await buy(2), await buy(3)]
    expect((await download('accountant', printPath([unshipped]))).status).toBe(404)
    await ship(first)
    await ship(second)
    const { status, text } = await download('accountant', printPath([first, second, unshipped, first]))
    expect(status).toBe(200)
    expect(text.match(new RegExp(`INV/${YEAR}/000\\d`, 'g'))).toEqual([
      `INV/${YEAR}/0001`,
      `INV/${YEAR}/0002`,
    ])
    expect((await download('packer', printPath([first]))).status).toBe(403)
  })

  it('a business buyer is on the bill with its GSTIN, and a wrong one is refused', async () => {
    const details = { gstin: '32aqgpt3408b1za ' }
    const id = await buy(2, { details, shippingAddress: KERALA })
    await ship(id)
    expect((await billsOf(id))[0]?.buyer.gstin).toBe('32AQGPT3408B1ZA')
    const items = [{ productId: 'laddoo', quantity: 1 }]
    const wrong = await place({ items, totalAmount: 49, details: { gstin: '32AQGPT3408B1ZB' } })
    expect(wrong).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })

  it('an erasure leaves the bill as it is', async () => {
    const id = await buy()
    await ship(id)
    await act(id, 'deliver')
    const before = await billsOf(id)
    const erased = await shop().call('admin', 'POST', '/admin/customers/asha/erase', { confirm: 'erase' })
    expect(erased).toMatchObject({ status: 200 })
    expect(await billsOf(id)).toEqual(before)
    expect(before[0]?.buyer.name).toBe(homeAddress.fullName)
    expect((await download('accountant', `/admin/orders/${id}/bills/bill`)).status).toBe(200)
    expect((await download('asha', `/purchases/order/${id}/bills/bill`)).status).toBe(404)
  })

  it('the reconciler makes the bill of an order whose process died after the hand-over', async () => {
    const id = await buy()
    const { purchases } = shop().shop.storage
    const parcel = { courier: 'Delhivery' }
    const time = { at: shop().clock.now, calendar: {} }
    await purchases.update(id, (order) => settleOrder(order, { kind: 'shipped', parcel }, time))
    expect(await numbersOf(id)).toEqual([])
    await shop().shop.reconcile()
    expect(await numbersOf(id)).toEqual([`INV/${YEAR}/0001`])
  })

  it('a number that was given before the process died is the number of the order', async () => {
    const id = await buy()
    await ship(id)
    const before = await billsOf(id)
    const { purchases } = shop().shop.storage
    await purchases.update(id, (order) => {
      const { number: _lost, ...billing } = order.fulfilment.billing ?? {
        dueAt: '',
        units: [],
        refundsBefore: 0,
        notes: [],
      }
      return { order: { ...order, fulfilment: { ...order.fulfilment, billing } }, effects: [] }
    })
    await shop().shop.reconcile()
    expect(await numbersOf(id)).toEqual([`INV/${YEAR}/0001`])
    expect(await billsOf(id)).toEqual(before)
  })

  describe('settings', () => {
    it('prefixes and the digits of HSN codes are those of the record', async () => {
      await setShop({ invoicePrefix: 'nas', creditNotePrefix: 'C1', hsnDigits: 6 })
      await shop().call('admin', 'PUT', '/products/laddoo', { hsn: '21069099' })
      const id = await buy()
      await ship(id)
      await refund(id)
      await shop().shop.reconcile()
      expect(await numbersOf(id)).toEqual([`NAS/${YEAR}/0001`, `C1/${YEAR}/0001`])
      expect((await billsOf(id))[0]?.lines[0]?.hsn).toBe('210690')
    })

    it.each([
      { sellerKind: 'regular', gstin: undefined },
      { sellerKind: 'composition', gstin: undefined },
      { sellerKind: 'trust' },
      { invoicePrefix: 'A/B' },
      { invoicePrefix: 'LONG' },
      { invoicePrefix: 'CRN' },
      { hsnDigits: 5 },
      { billMonths: 71 },
      { deliveryTax: 'none' },
    ])('the record with %j is refused', async (fields) => {
      const response = await shop().call('admin', 'PUT', '/admin/shop', { ...REAL_SHOP, ...fields })
      expect(response).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    })

    it('a seller who may sell in the own state only refuses other states, and shows no tax', async () => {
      await setShop({ sellerKind: 'unregistered', gstin: undefined })
      const items = [{ productId: 'laddoo', quantity: 1 }]
      const other = await place({ items, totalAmount: 49, shippingAddress: KERALA })
      expect(other).toMatchObject({
        status: 409,
        code: 'ADDRESS_NOT_SERVED',
        message: expect.stringContaining('Karnataka'),
      })
      const id = await buy(1)
      await ship(id)
      const { text } = await download('asha', `/purchases/order/${id}/bills/bill`)
      expect(text).toContain('Bill of Supply')
      expect(text).not.toContain('CGST')
    })
  })
}
