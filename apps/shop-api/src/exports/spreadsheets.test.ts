import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { readAsSpreadsheet } from '@nashta/contracts/files/spreadsheet.fixture'
import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { RETURN_SHEETS } from '@nashta/contracts/returns/gst-return'
import { shopApiEndpoints } from '@nashta/contracts/shop-api/shop-api-endpoints'
import { expect, it } from 'vitest'
import { createBillStore } from '../bills/bill-store.ts'
import { aProduct } from '../catalogue/product.fixture.ts'
import { createShelfStore } from '../catalogue/shelves/shelf-store.ts'
import { createOfferStore } from '../offers/offer-store.ts'
import { createPersonStore } from '../orders/persons/person-store.ts'
import { openTestShop } from '../shop.fixture.ts'
import { DEMO_SHOP } from '../shop/demo-shop.ts'
import { EXPORTS, exportFile, type ExportName } from './exports.ts'

/** Behind a semicolon, which separates the cells of many spreadsheets. */
const EVIL = `x;=1+1;"=2+2"`

/** What the parameters of the calls for files are filled with. */
const PARAMETERS: Record<string, readonly string[]> = {
  month: ['2026-01'],
  sheet: RETURN_SHEETS,
  table: ['time', 'products', 'shelves', 'states', 'payments', 'offers', 'buyers'],
  id: ['laddoo'],
}
const QUERIES: Record<string, string> = {
  getBatchBuyersTable: `?batch=B1`,
  getFigureTable: '?from=2026-01-01&until=2026-01-31',
}

function pathsOf(path: string): string[] {
  const [, name = ''] = /:(\w+)/.exec(path) ?? []
  if (name === '') return [path]
  const values = PARAMETERS[name] ?? []
  if (values.length === 0) throw new Error(`${path} needs values for its parameter`)
  return values.flatMap((value) => pathsOf(path.replace(`:${name}`, value)))
}

it('no spreadsheet runs a cell of any file, whatever people have typed and whatever separates its cells', async () => {
  const test = await openTestShop()
  try {
    const call = (method: 'POST' | 'PUT', path: string, body: object, headers = {}) =>
      test.call('boss', method, path, body, headers)
    await test.tokenFor('boss', ['admin'])
    const seller = { ...DEMO_SHOP, isDemo: false, gstin: '29AAGCB7383J1Z4' }
    expect(await call('PUT', '/admin/shop', { ...seller, legalName: EVIL })).toMatchObject({ status: 200 })
    await test.shop.products.fillIfEmpty([
      aProduct({
        products_id: 'laddoo',
        name: EVIL,
        pricePaise: asPaise(5000),
        stock: 10,
        hsn: '2106',
        gstRate: 5,
      }),
    ])
    await call('PUT', '/products/laddoo', { description: `=1\n=2\n${EVIL}`, ingredients: EVIL, brand: EVIL })
    const received = {
      kind: 'received',
      units: 10,
      cost: 5,
      batch: 'B1',
      note: EVIL,
      bestBefore: '2027-01-01',
    }
    await call('POST', '/admin/products/laddoo/stock', received, { 'idempotency-key': 'one' })
    const offer = { name: EVIL, terms: { kind: 'percentOff', percent: 10 }, combines: true }
    expect(await call('PUT', '/admin/offers/diwali', offer)).toMatchObject({ status: 200 })
    for (const details of [{ shopNote: EVIL }, { gstin: '32AQGPT3408B1ZA' }]) {
      test.clock.now = new Date(test.clock.now.getTime() + 1000)
      const { data } = await test.call('asha', 'POST', '/purchases/asha', {
        items: [{ productId: 'laddoo', quantity: 2 }],
        totalAmount: 90,
        paymentDetails: { method: 'cod' },
        shippingAddress: { ...homeAddress, fullName: EVIL, addressLine1: EVIL, city: EVIL },
        details,
      })
      const id = data.purchaseId
      await call('POST', `/admin/orders/${id}/confirm`, {})
      const shipped = await call('POST', `/admin/orders/${id}/ship`, { courier: EVIL })
      expect(shipped).toMatchObject({ status: 200 })
    }
    const [customer] = (await test.call('boss', 'GET', '/admin/customers')).data.customers
    await call('PUT', `/admin/customers/${customer.customerId}`, { tags: [EVIL.slice(0, 20)] })

    const files = new Map<string, string>()
    const calls = Object.entries<Endpoint>(shopApiEndpoints).filter(
      ([, { file }]) => file?.type === 'text/csv',
    )
    for (const [name, { path }] of calls)
      for (const each of pathsOf(path)) {
        const { statusCode, body } = await test.shop.app.inject({
          url: `/api${each}${QUERIES[name] ?? ''}`,
          headers: { authorization: `Bearer ${await test.tokenFor('boss')}` },
        })
        expect({ each, statusCode }).toEqual({ each, statusCode: 200 })
        files.set(each, body)
      }
    const { data } = await test.call('boss', 'GET', '/admin/files/customers')
    files.set('customers', data.text)
    const { documents, purchases, products, allOrders } = test.shop.storage
    const now = () => test.clock.now
    const deps = {
      bills: createBillStore({ documents, now }),
      persons: createPersonStore({ documents, purchases, now }),
      shelves: createShelfStore({ documents, now }),
      offers: createOfferStore({ documents, now }),
      operatorLog: test.shop.operatorLog,
      products,
      allOrders,
      now,
    }
    // `npm run admin` has more of them than the desk.
    for (const name of Object.keys(EXPORTS) as ExportName[]) {
      const pieces = await Array.fromAsync(exportFile(deps, name).pieces)
      const rows = pieces.join('').split('\r\n').length - 2
      expect({ name, isEmpty: rows === 0 }).toEqual({ name, isEmpty: false })
      files.set(`terminal ${name}`, pieces.join(''))
    }
    let evil = 0
    for (const [file, text] of files) {
      for (const separator of [',', ';', '\t']) {
        const { rows, formulas } = readAsSpreadsheet(text, separator)
        expect({ file, separator, formulas }).toEqual({ file, separator, formulas: [] })
        const widths = new Set(rows.flatMap((row) => (row.join('') === '' ? [] : [row.length])))
        // Other separators find other columns.
        expect(separator === ',' ? widths.size : 1).toBe(1)
      }
      if (text.includes('x;')) evil += 1
    }
    // The texts did reach the files.
    expect(evil).toBeGreaterThanOrEqual(10)
  } finally {
    await test.close()
  }
})
