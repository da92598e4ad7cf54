import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { gstReturnSchema, RETURN_SHEETS } from '@nashta/contracts/returns/gst-return'
import { beforeEach, expect, it } from 'vitest'
import { openCheckout } from '../orders/work/checkout.fixture.ts'
import type { OpenTestShop } from '../shop.fixture.ts'
import { DEMO_SHOP } from '../shop/demo-shop.ts'

const GSTIN = '29AAGCB7383J1Z4'
const LADDOO = { hsn: '2106', gstRate: 5, price: 49, netQuantity: { value: 500, unit: 'g' } }
const KARNATAKA = { ...homeAddress, pincode: '560001', state: 'Karnataka', stateCode: '29' }

/** The month's return, from the sale to the files; on every adapter. */
export function returnsSuite(open: OpenTestShop) {
  const { shop, place } = openCheckout(open)
  let month = ''

  beforeEach(async () => {
    for (const role of OPERATOR_ROLES) await shop().tokenFor(role, [role])
    await setShop({ gstin: GSTIN })
    await shop().call('admin', 'PUT', '/products/laddoo', LADDOO)
    month = shop().clock.now.toISOString().slice(0, 7)
  })
  const setShop = async (fields: object) => {
    const saved = await shop().call('admin', 'PUT', '/admin/shop', { ...DEMO_SHOP, isDemo: false, ...fields })
    expect(saved).toMatchObject({ status: 200 })
  }
  const sell = async (quantity: number) => {
    const items = [{ productId: 'laddoo', quantity }]
    const placed = await place({ items, totalAmount: quantity * 49, shippingAddress: KARNATAKA })
    expect(placed).toMatchObject({ status: 201 })
    const id = placed.data.purchaseId as string
    shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    await shop().call('manager', 'POST', `/admin/orders/${id}/ship`, { courier: 'Delhivery' })
    return id
  }
  const read = (path = '') => shop().call('accountant', 'GET', `/admin/returns/${month}${path}`)
  const download = async (path: string, sub = 'accountant', token?: string) => {
    const response = await shop().shop.app.inject({
      method: 'GET',
      url: `/api/admin/returns/${month}${path}`,
      headers: { authorization: `Bearer ${token ?? (await shop().tokenFor(sub))}` },
    })
    return { status: response.statusCode, text: response.body, headers: response.headers }
  }
  const later = (days: number) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + days * 24 * 60 * 60 * 1000)
  }

  it('what was sold and what went back are in the return, and an accountant finds the papers again', async () => {
    await sell(1)
    const second = await sell(3)
    const back = { reason: 'Stale', goods: 'lost', items: [{ productId: 'laddoo', quantity: 1 }] }
    await shop().call('manager', 'POST', `/admin/orders/${second}/refund`, back, { 'idempotency-key': 'r1' })
    await shop().shop.reconcile()

    const { data } = await read()
    expect(gstReturnSchema.parse(data)).toMatchObject({
      gstin: GSTIN,
      isDue: true,
      bills: 2,
      creditNotes: 1,
      sums: { total: 147, taxable: 140, cgst: 3.5, sgst: 3.5 },
      hsn: [{ hsn: '2106', quantity: 3, taxable: 140 }],
    })
    const { bills } = (await read('/bills?table=b2cs&place=29&rate=5')).data
    expect(bills).toMatchObject([
      { kind: 'creditNote', purchaseId: second, total: 49 },
      { kind: 'invoice', total: 49 },
      { kind: 'invoice', total: 147 },
    ])
    const paper = await shop().shop.app.inject({
      method: 'GET',
      url: `/api/admin/orders/${second}/bills/${bills[0].bill}`,
      headers: { authorization: `Bearer ${await shop().tokenFor('accountant')}` },
    })
    expect(paper.headers['content-type']).toBe('application/pdf')

    const json = await download('/gstr1')
    expect(json.headers['content-disposition']).toContain(`GSTR1-${GSTIN}-${month}.json`)
    expect(JSON.parse(json.text)).toMatchObject({
      gstin: GSTIN,
      b2cs: [{ sply_ty: 'INTRA', pos: '29', rt: 5, txval: 140, camt: 3.5, samt: 3.5 }],
    })
    for (const sheet of RETURN_SHEETS)
      expect(await download(`/sheets/${sheet}`)).toMatchObject({ status: 200 })
  })

  it('a month is closed once it is over, once, with its sums in the log', async () => {
    await sell(2)
    const close = () => shop().call('accountant', 'POST', `/admin/returns/${month}/close`, {})
    expect(await close()).toMatchObject({ status: 409, code: 'ILLEGAL_TRANSITION' })
    later(35)
    const { data } = await close()
    expect(data).toMatchObject({ isOver: true, closed: { by: expect.any(String) }, sums: { total: 98 } })
    later(1)
    expect((await close()).data.closed).toEqual(data.closed)
    const { entries } = (await shop().call('admin', 'GET', '/admin/log?kind=shop')).data
    const closing = entries.filter(({ action }: { action: string }) => action === 'close')
    expect(closing).toMatchObject([
      { subject: `return ${month}`, changes: { total: { from: null, to: 98 }, bills: { to: 1 } } },
    ])
    // What is sold now belongs to another month.
    await sell(1)
    expect((await read()).data.sums.total).toBe(98)
  })

  it('a seller who is not registered files no return, and hears why', async () => {
    await setShop({ gstin: undefined })
    await sell(1)
    expect((await read()).data).toMatchObject({ isDue: false, billsOfSupply: 1, bills: 0 })
    for (const path of ['/gstr1', '/sheets/b2cs']) {
      const { status, text } = await download(path)
      expect([status, JSON.parse(text).code]).toEqual([409, 'NO_RETURN'])
    }
  })

  it.each(['2026-13', '1999-01', 'now', '2026-1'])('%s is no month', async (wrong) => {
    month = wrong
    expect(await read()).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })

  it('all bills with the names of buyers need a sign-in of the last minutes, and the log has the download', async () => {
    await sell(1)
    const authTime = shop().clock.now.getTime() / 1000 - 400
    const old = await shop().sign({ sub: 'accountant', groups: ['accountant'], authTime })
    const refused = await download('/papers', 'accountant', old)
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, 'SIGN_IN_AGAIN'])
    // The other files contain no names of buyers.
    expect((await download('/sheets/docs', 'accountant', old)).status).toBe(200)
    const logged = async () =>
      (await shop().call('admin', 'GET', '/admin/log?kind=customer&subject=file')).data.entries
    expect(await logged()).toEqual([])
    const { status, text } = await download('/papers')
    expect([status, text]).toEqual([200, expect.stringContaining(homeAddress.fullName)])
    expect(await logged()).toMatchObject([
      {
        by: { email: 'accountant@example.in' },
        action: 'export',
        changes: { file: { to: `bills ${month}` } },
      },
    ])
  })

  it('packers and shoppers read no return', async () => {
    for (const path of ['', '/gstr1', '/bills', '/sheets/docs', '/papers']) {
      expect((await download(path, 'packer')).status).toBe(403)
      expect((await download(path, 'shipper')).status).toBe(403)
    }
  })
}
