import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { getProductForDesk, readGrid, saveGrid } from '@nashta/contracts/catalogue/product-grid'
import { asPaise } from '@nashta/contracts/money'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loggedChanges } from '../../operator-log/operator-log.fixture.ts'
import { ADMIN, openTestCatalogue } from '../catalogue.fixture.ts'
import { aProduct } from '../product.fixture.ts'

let test: ReturnType<typeof openTestCatalogue>
beforeEach(async () => {
  test = openTestCatalogue()
  await test.products.fillIfEmpty([
    aProduct({ products_id: 'laddoo', name: 'Motichoor Laddoo', pricePaise: asPaise(10_000), stock: 5 }),
    aProduct({
      products_id: 'chips',
      name: 'Masala Chips',
      category: 'Chips',
      stock: 2,
      lowStockLevel: 3,
      mrpPaise: asPaise(30_000),
      pricePaise: asPaise(4_000),
    }),
    aProduct({ products_id: 'secret', name: 'Secret Snack', published: false }),
  ])
})
afterEach(() => test.close())

async function readGridPage(query = '') {
  const response = await test.app.inject({ url: `/api/admin/products/grid${query}`, headers: ADMIN })
  return parseExactly(readGrid.reply, response.json()).data
}

async function readGridIds(query: string) {
  const { rows } = await readGridPage(query)
  return rows.map(({ products_id }) => products_id)
}

/** Returns the results of the rows, or the whole reply when the request is refused. */
async function save(...changed: object[]) {
  const response = await test.app.inject({
    method: 'PUT',
    url: '/api/admin/products/grid',
    headers: ADMIN,
    body: { rows: changed },
  })
  if (response.statusCode !== 200) return response.json()
  return parseExactly(saveGrid.reply, response.json()).data.results
}

async function readRow(id: string) {
  const row = (await readGridPage()).rows.find(({ products_id }) => products_id === id)
  if (!row) throw new Error(`no row ${id}`)
  return row
}

describe('the grid', () => {
  it('has every product, also drafts', async () => {
    expect(await readGridPage()).toMatchObject({
      rows: [
        { products_id: 'laddoo', price: 100, mrp: null, stock: 5, lowStockLevel: null, published: true },
        { products_id: 'chips', price: 40, mrp: 300, stock: 2, lowStockLevel: 3, published: true },
        { products_id: 'secret', stock: null, published: false },
      ],
      total: 3,
      nextCursor: null,
    })
  })

  it.each([
    ['?search=MOTICHOOR', ['laddoo']],
    ['?search=masala+chi', ['chips']],
    ['?category=Chips', ['chips']],
    ['?show=drafts', ['secret']],
    ['?show=published', ['laddoo', 'chips']],
    ['?show=low+stock', ['chips']],
    ['?search=nothing', []],
  ])('filtered by %s has the products %j', async (query, ids) => {
    expect(await readGridIds(query)).toEqual(ids)
  })

  it('comes in pages, and refuses an unknown cursor', async () => {
    const first = await readGridPage('?limit=2')
    expect(first.nextCursor).toBe('chips')
    expect(await readGridIds(`?limit=2&cursor=${first.nextCursor}`)).toEqual(['secret'])
    const wrong = await test.app.inject({ url: '/api/admin/products/grid?cursor=nope', headers: ADMIN })
    expect(wrong.statusCode).toBe(400)
  })

  it('continues after a product that no longer matches the filter', async () => {
    const { nextCursor } = await readGridPage('?show=published&limit=1')
    expect(nextCursor).toBe('laddoo')
    const { version } = await readRow('laddoo')
    await save({ products_id: 'laddoo', version, published: false })
    expect(await readGridIds(`?show=published&limit=1&cursor=${nextCursor}`)).toEqual(['chips'])
  })
})

describe('a save of the grid', () => {
  it('changes the fields that are given, and logs each product', async () => {
    const { version } = await readRow('chips')
    expect(await save({ products_id: 'chips', version, price: '45', stock: null })).toMatchObject([
      { result: 'saved', row: { price: 45, stock: null, mrp: 300, lowStockLevel: 3 } },
    ])
    expect(await loggedChanges(test.log, 'product', 'chips')).toMatchObject([
      { changes: { pricePaise: { from: 4000, to: 4500 }, stock: { from: 2, to: null } } },
    ])
  })

  it('saves a repeated request once, and tells that it is saved', async () => {
    const [laddoo, chips] = [await readRow('laddoo'), await readRow('chips')]
    const rows = [
      { products_id: 'laddoo', version: laddoo.version, price: 110, stock: 4 },
      { products_id: 'chips', version: chips.version, price: 39 },
    ]
    const first = await save(...rows)
    const repeated = await save(...rows)
    expect(first).toMatchObject([{ result: 'saved' }, { result: 'saved' }])
    expect(repeated).toEqual(first)
  })

  it('refuses a row that another operator changed, returns it as it is now, and saves the others', async () => {
    const [laddoo, chips] = [await readRow('laddoo'), await readRow('chips')]
    await save({ products_id: 'chips', version: chips.version, price: 41 })

    expect(
      await save(
        { products_id: 'laddoo', version: laddoo.version, price: 110 },
        { products_id: 'chips', version: chips.version, price: 39 },
        { products_id: 'gone', version: chips.version, price: 39 },
      ),
    ).toMatchObject([
      { products_id: 'laddoo', result: 'saved', row: { price: 110 } },
      { products_id: 'chips', result: 'changed by another', row: { price: 41 } },
      { products_id: 'gone', result: 'removed' },
    ])
  })

  it('is refused after a sale only when it sets the stock', async () => {
    const { version } = await readRow('laddoo')
    await test.takeStock('laddoo', 1)
    expect(await save({ products_id: 'laddoo', version, stock: 5 })).toMatchObject([
      { result: 'changed by another', row: { stock: 4 } },
    ])
    expect(await save({ products_id: 'laddoo', version, price: 101 })).toMatchObject([
      { result: 'saved', row: { price: 101, stock: 4 } },
    ])
  })

  it('refuses a price above the MRP with the reason', async () => {
    const { version } = await readRow('chips')
    expect(await save({ products_id: 'chips', version, price: 301 })).toMatchObject([
      { result: 'refused', message: 'The price ₹301 is above the MRP ₹300', row: { price: 40 } },
    ])
  })

  it('reports a row that changes nothing as unchanged, and logs nothing', async () => {
    // A stored change would now give the row another `updatedAt`, and so another version.
    test.later(1000)
    const { version, price } = await readRow('laddoo')
    expect(await save({ products_id: 'laddoo', version, price })).toMatchObject([{ result: 'unchanged' }])
    expect(await loggedChanges(test.log, 'product', 'laddoo')).toEqual([])
  })

  it('reports a second change in the same millisecond as saved', async () => {
    for (const price of [101, 102]) {
      const { version } = await readRow('laddoo')
      expect(await save({ products_id: 'laddoo', version, price })).toMatchObject([
        { result: 'saved', row: { price } },
      ])
    }
  })

  it('with a value that is not valid is refused as a whole', async () => {
    const { version } = await readRow('laddoo')
    expect(
      await save({ products_id: 'laddoo', version, price: 99 }, { products_id: 'chips', version, stock: -1 }),
    ).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'body.rows.1.stock: Stock is a whole number, zero or more',
    })
    expect(await readRow('laddoo')).toMatchObject({ price: 100 })
  })
})

async function readListedIds() {
  const { data } = (await test.app.inject('/api/products')).json<{ data: { products_id: string }[] }>()
  return data.map(({ products_id }) => products_id)
}

async function statusOf(id: string) {
  return (await test.app.inject(`/api/products/${id}`)).statusCode
}

describe('a draft', () => {
  it('is seen by operators only', async () => {
    expect(await readListedIds()).not.toContain('secret')
    expect(await statusOf('secret')).toBe(404)
    const found = (await test.app.inject('/api/products?search=secret')).json()
    expect(found.data.items).toEqual([])

    const response = await test.app.inject({ url: '/api/admin/products/secret', headers: ADMIN })
    const { data } = parseExactly(getProductForDesk.reply, response.json())
    expect(data.product).toMatchObject({ name: 'Secret Snack', published: false })
  })

  it('is listed after it is published, until it is withdrawn', async () => {
    expect(await readListedIds()).toHaveLength(2)
    await save({ products_id: 'secret', version: (await readRow('secret')).version, published: true })
    expect(await readListedIds()).toContain('secret')
    expect((await test.app.inject('/api/products/secret')).json().data).not.toHaveProperty('published')

    await save({ products_id: 'secret', version: (await readRow('secret')).version, published: false })
    expect(await readListedIds()).not.toContain('secret')
    expect(await statusOf('secret')).toBe(404)
  })
})

it('only operators see at which stock a product counts as low', async () => {
  const readOf = async (url: string) => {
    const { body, headers } = await test.app.inject({ url, headers: url.includes('admin') ? ADMIN : {} })
    return { body, etag: String(headers.etag) }
  }
  const shown = await readOf('/api/products/chips')
  for (const { body } of [shown, await readOf('/api/products'), await readOf('/api/products?q=chips')]) {
    expect(body).toContain('Masala Chips')
    expect(body).not.toContain('lowStockLevel')
  }
  expect((await readOf('/api/admin/products/chips')).body).toContain('"lowStockLevel":3')
  // The shopper's ETag is still a version for a change.
  const response = await test.app.inject({
    method: 'PUT',
    url: '/api/products/chips',
    headers: { ...ADMIN, 'if-match': shown.etag },
    body: { stock: 9 },
  })
  expect(response.json()).toMatchObject({ data: { stock: 9, lowStockLevel: 3 } })
})

it('a barcode is saved in the grid and found by search, and only operators see it', async () => {
  const barcode = '8901063016453'
  const { version } = await readRow('chips')
  expect(await save({ products_id: 'chips', version, barcode })).toMatchObject([
    { result: 'saved', row: { barcode } },
  ])
  expect(await readGridIds(`?search=${barcode}`)).toEqual(['chips'])
  expect(await readRow('laddoo')).toMatchObject({ barcode: null })
  for (const url of ['/api/products/chips', '/api/products', '/api/products?q=chips'])
    expect((await test.app.inject(url)).body).not.toContain(barcode)
})

async function readVersions() {
  const response = await test.app.inject({ url: '/api/admin/products/laddoo', headers: ADMIN })
  return parseExactly(getProductForDesk.reply, response.json()).data
}

async function putLaddoo(version: string, body: object) {
  const headers = { ...ADMIN, 'if-match': `"${version}"` }
  const response = await test.app.inject({ method: 'PUT', url: '/api/products/laddoo', headers, body })
  return response.statusCode
}

describe('an update with the version that the desk has read', () => {
  it('changes the name once, although the stock has changed since', async () => {
    const { version } = await readVersions()
    await test.takeStock('laddoo', 1)
    expect(await putLaddoo(version, { name: 'New' })).toBe(200)
    expect(await putLaddoo(version, { name: 'Newer' })).toBe(412)
  })

  it('changes nothing of a product that was deleted and made again', async () => {
    const { version, ...product } = await readVersions()
    const seen = await readRow('laddoo')
    const { name, price, category, description, imageUrl } = product.product
    await test.app.inject({ method: 'DELETE', url: '/api/products/laddoo', headers: ADMIN })
    const body = { products_id: 'laddoo', name, price, category, description, imageUrl }
    const made = await test.app.inject({ method: 'POST', url: '/api/products', headers: ADMIN, body })
    expect(made.statusCode).toBe(201)
    expect(await putLaddoo(version, { name: 'Late' })).toBe(412)
    expect(await save({ products_id: 'laddoo', version: seen.version, price: 99 })).toMatchObject([
      { result: 'changed by another' },
    ])
  })

  it('changes the stock only when the stock has not changed since', async () => {
    expect(await putLaddoo((await readVersions()).versionWithStock, { stock: 10 })).toBe(200)
    const { version, versionWithStock } = await readVersions()
    await test.takeStock('laddoo', 1)
    expect(await putLaddoo(version, { stock: 10 })).toBe(412)
    expect(await putLaddoo(versionWithStock, { stock: 10 })).toBe(412)
    expect(await readRow('laddoo')).toMatchObject({ stock: 9 })
  })
})
