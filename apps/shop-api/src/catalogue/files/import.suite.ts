import { importFile, type SavedChange, undoImport } from '@nashta/contracts/catalogue/import-file'
import { importProducts } from '@nashta/contracts/catalogue/import-products'
import { ALLERGENS, DIETS } from '@nashta/contracts/catalogue/product-fields'
import { createRandom, type Random } from '@nashta/contracts/catalogue/random.fixture'
import { undoProducts } from '@nashta/contracts/catalogue/undo-products'
import { readCsv } from '@nashta/contracts/files/read-csv'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeCsv } from '../../files/csv.ts'
import { loggedChanges } from '../../operator-log/operator-log.fixture.ts'
import type { OpenTestShop, TestShop } from '../../shop.fixture.ts'

/** The rules of the file of products that hold with every storage adapter. */
export function importSuite(open: OpenTestShop, { products }: { products: number }) {
  let test: TestShop
  beforeEach(async () => {
    test = await open()
  })
  afterEach(() => test.close())

  const add = (product: object) => test.call('boss', 'POST', '/products', product)
  const change = (id: string, fields: object) => test.call('boss', 'PUT', `/products/${id}`, fields)
  const find = (id: string) => test.shop.products.findWithDrafts(id)
  const undo = (saved: readonly SavedChange[]) =>
    undoImport({
      saved,
      async send(changes) {
        const { data, status, message } = await test.call('boss', 'POST', '/admin/products/undo', { changes })
        if (status !== 200) throw new Error(message)
        return undoProducts.reply.parse({ data }).data.rows
      },
    })

  it('the export of any product, imported again, changes nothing', async () => {
    const random = createRandom(44)
    for (let index = 0; index < products; index += 1) {
      const { status, message } = await add(anyProduct(random, index))
      expect(`${index} ${status} ${message ?? ''}`).toBe(`${index} 201 `)
    }
    const file = await exportProducts(test)
    const before = await test.everything()

    for (const isDryRun of [true, false])
      expect(await importInto(test, file, isDryRun)).toMatchObject({ same: products, refused: 0, changed: 0 })
    expect(await test.everything()).toBe(before)

    const other = await open()
    try {
      expect(await importInto(other, file)).toMatchObject({ added: products, problems: [] })
      expect(await storedProducts(other)).toEqual(await storedProducts(test))
      expect(await importInto(other, await exportProducts(other))).toMatchObject({ same: products })
    } finally {
      await other.close()
    }
  })

  it('a dry run tells every problem with row, column and a plain text, and saves nothing', async () => {
    await add({ products_id: 'laddoo', name: 'Laddoo', price: 100, mrp: 120 })
    const before = await test.everything()
    const file = csv(
      ['products_id', 'name', 'price', 'gstRate', 'netQuantity.value', 'netQuantity.unit'],
      [
        ['laddoo', '', 'ten', '7', '', ''],
        ['laddoo', 'Again', '1', '', '', ''],
        ['a b', 'Barfi', '', '', '250', 'kg'],
        ['chips', 'Chips', '20', '5', '', 'g'],
        ['good', 'Good', '20', '5', '90', 'g'],
        ['long', 'Long', '20', '5', '90', 'g', 'more'],
        ['dear', 'Dear', '121', '', '', ''],
      ],
    )
    const report = await importInto(test, file, true)
    expect(report).toMatchObject({ rows: 7, added: 2, changed: 0, refused: 5 })
    expect(report.problems).toEqual([
      { row: 3, column: '', message: 'Row 2 is about this product already' },
      { row: 7, column: '', message: 'The row has 7 cells, and the first row names 6 columns' },
      { row: 2, column: 'name', message: 'Name is missing' },
      { row: 2, column: 'price', message: 'A price is an amount in rupees with at most two decimals' },
      { row: 2, column: 'gstRate', message: 'A GST rate is one of 0, 5, 18, 40 per cent' },
      { row: 4, column: 'products_id', message: expect.stringContaining('A product id begins with') },
      { row: 4, column: 'price', message: 'Price ₹ is missing' },
      { row: 4, column: 'netQuantity.unit', message: 'Unit is one of g, ml, piece' },
      { row: 5, column: 'netQuantity.value', message: 'Net quantity is missing' },
    ])
    expect(await test.everything()).toBe(before)
  })

  it('rules that look at the whole product refuse a row, and the others are saved', async () => {
    await add({ products_id: 'laddoo', name: 'Laddoo', price: 100, mrp: 120 })
    const file = csv(
      ['products_id', 'price', 'images'],
      [
        ['laddoo', '121', ''],
        ['new', '5', ''],
      ],
    )
    for (const isDryRun of [true, false])
      expect(await importInto(test, file, isDryRun)).toMatchObject({
        problems: [
          { row: 2, column: 'price', message: 'The price ₹121 is above the MRP ₹120' },
          { row: 3, column: 'name', message: 'Name is missing' },
        ],
      })
    const pictures = csv(
      ['products_id', 'price', 'images'],
      [['laddoo', '110', 'https://evil.example/a.png']],
    )
    expect(await importInto(test, pictures)).toMatchObject({
      problems: [{ column: 'images', message: 'This store shows no pictures from evil.example' }],
    })
    expect(await find('laddoo')).toMatchObject({ pricePaise: 10_000 })
  })

  it('a run saves by the one save of products: only what was edited, with an entry in the log', async () => {
    await add({ products_id: 'laddoo', name: 'Laddoo', price: 100, stock: 5, hsn: '2106', vegan: true })
    const file = await edited(test, 'laddoo', { price: '110', hsn: '', vegan: '' })
    expect(await importInto(test, file, true)).toMatchObject({
      changes: [{ row: 2, products_id: 'laddoo', columns: ['price', 'vegan', 'hsn'] }],
    })
    expect(await importInto(test, file)).toMatchObject({ changed: 1, problems: [] })
    expect(await find('laddoo')).toMatchObject({ pricePaise: 11_000, stock: 5 })
    expect(await find('laddoo')).not.toHaveProperty('hsn')
    const [, entry] = await loggedChanges(test.shop.operatorLog, 'product', 'laddoo')
    expect(entry).toMatchObject({
      by: { sub: 'boss' },
      changes: { pricePaise: { from: 10_000, to: 11_000 } },
    })
  })

  it('an import that was cut off is done again: saved rows are the same, also new ones without an id', async () => {
    await add({ products_id: 'laddoo', name: 'Laddoo', price: 100 })
    const exported = await edited(test, 'laddoo', { price: '110.50' })
    const fresh = csv(
      ['name', 'packLabel', 'price'],
      [
        ['Barfi', '250 g', '10'],
        ['Barfi', '500 g', '20'],
        ['बर्फी', '', '30'],
      ],
    )
    expect(await importInto(test, exported)).toMatchObject({ changed: 1 })
    expect(await importInto(test, fresh)).toMatchObject({ added: 3 })
    const before = await test.everything()
    expect(await importInto(test, exported)).toMatchObject({ same: 1, refused: 0 })
    expect(await importInto(test, fresh)).toMatchObject({ same: 3, refused: 0 })
    expect(await test.everything()).toBe(before)
  })

  it('a product that somebody else has changed since the export is told, and is not overwritten', async () => {
    await add({ products_id: 'laddoo', name: 'Laddoo', price: 100 })
    const file = await edited(test, 'laddoo', { price: '110' })
    await change('laddoo', { description: 'New' })
    expect(await importInto(test, file)).toMatchObject({
      refused: 1,
      problems: [
        { row: 2, column: '', message: expect.stringContaining('Somebody has changed this product') },
      ],
    })
    expect(await find('laddoo')).toMatchObject({ pricePaise: 10_000 })
  })

  it('units that were sold since the export stay sold', async () => {
    await add({ products_id: 'laddoo', name: 'Laddoo', price: 100, stock: 5 })
    const priced = await edited(test, 'laddoo', { price: '110' })
    const counted = await edited(test, 'laddoo', { stock: '50' })
    // As an order would: `updatedAt` stays.
    const damaged = { kind: 'damaged', units: 2 }
    await test.call('boss', 'POST', '/admin/products/laddoo/stock', damaged, { 'idempotency-key': 'two' })

    expect(await importInto(test, counted)).toMatchObject({
      problems: [{ row: 2, column: 'stock', message: 'The stock was 5 in the file and is 3 now' }],
    })
    expect(await importInto(test, priced)).toMatchObject({ changed: 1, refused: 0 })
    expect(await find('laddoo')).toMatchObject({ stock: 3, pricePaise: 11_000 })
  })

  it('an import is undone: what it changed is as before, what it added is gone, and the log has all of it', async () => {
    await add({ products_id: 'laddoo', name: 'Laddoo', price: 100, mrp: 120, stock: 5, vegan: true })
    await add({ products_id: 'barfi', name: 'Barfi', price: 80 })
    const before = await storedProducts(test)
    const file = await edited(test, 'laddoo', { price: '110', mrp: '', vegan: '', stock: '50', hsn: '2106' })
    const fresh = csv(['name', 'price'], [['Chikki', '30']])
    const saved: SavedChange[] = []
    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    await importInto(test, file, false, saved)
    await importInto(test, fresh, false, saved)
    expect(saved).toHaveLength(2)
    expect(await find('laddoo')).toMatchObject({ pricePaise: 11_000, stock: 50 })

    // The second time does nothing more.
    for (let time = 0; time < 2; time += 1) {
      test.clock.now = new Date(test.clock.now.getTime() + 1000)
      expect(await undo(saved)).toEqual({ undone: 2, kept: [] })
      expect(await storedProducts(test)).toEqual(before)
    }
    const logged = await loggedChanges(test.shop.operatorLog, 'product', 'laddoo')
    expect(logged).toHaveLength(3)
    expect(logged.at(-1)).toMatchObject({ changes: { pricePaise: { from: 11_000, to: 10_000 } } })
  })

  it('what was changed or sold after an import stays as it is, and says why', async () => {
    await add({ products_id: 'laddoo', name: 'Laddoo', price: 100, stock: 5 })
    await add({ products_id: 'barfi', name: 'Barfi', price: 80 })
    const saved: SavedChange[] = []
    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    await importInto(test, await edited(test, 'laddoo', { price: '110', stock: '50' }), false, saved)
    await importInto(test, await edited(test, 'barfi', { price: '90' }), false, saved)
    const fresh = csv(
      ['products_id', 'name', 'price', 'stock'],
      [
        ['chikki', 'Chikki', '30', ''],
        ['chips', 'Chips', '30', '9'],
      ],
    )
    await importInto(test, fresh, false, saved)
    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    const sold = await test.call('asha', 'POST', '/purchases/asha', {
      items: [
        { productId: 'laddoo', quantity: 2 },
        { productId: 'chips', quantity: 1 },
      ],
      totalAmount: 250,
      paymentDetails: { method: 'cod' },
      shippingAddress: homeAddress,
    })
    expect(sold).toMatchObject({ status: 201 })
    await change('barfi', { description: 'New' })
    await change('chikki', { price: 31 })
    const { undone, kept } = await undo([...saved, { products_id: 'barfi', at: '2026-01-01T00:00:00.000Z' }])
    expect(undone).toBe(1)
    expect(Object.fromEntries(kept.map(({ products_id, message }) => [products_id, message]))).toEqual({
      barfi: 'The log has no such change',
      chikki: 'It was changed after it was added',
      chips: 'Its stock has changed since it was added',
      laddoo: 'stock has changed since',
    })
    // The other changes of a product stay beside the one that is undone.
    expect(await find('barfi')).toMatchObject({ pricePaise: 8000, description: 'New' })
    expect(await find('laddoo')).toMatchObject({ pricePaise: 11_000, stock: 48 })
  })

  it('pictures that stay keep their keys', async () => {
    await add({
      products_id: 'laddoo',
      name: 'Laddoo',
      price: 100,
      images: ['/images/a.webp', '/images/b.webp'],
      imageKeys: ['a', 'b'],
    })
    await importInto(test, await edited(test, 'laddoo', { images: '/images/b.webp | /images/c.webp' }))
    expect(await find('laddoo')).toMatchObject({
      images: ['/images/b.webp', '/images/c.webp'],
      imageKeys: ['b', ''],
    })
  })

  it('an accountant saves every list as a file and imports nothing, and a packer saves none', async () => {
    const read = async (role: string, list: string) => {
      const token = await test.sign({ sub: role, groups: [role] })
      const { statusCode } = await test.shop.app.inject({
        url: `/api/admin/exports/${list}`,
        headers: { authorization: `Bearer ${token}` },
      })
      return statusCode
    }
    for (const list of ['products', 'orders', 'order-lines', 'stock', 'stock-value', 'offers', 'log']) {
      expect(await read('accountant', list)).toBe(200)
      for (const role of ['packer', 'shipper']) expect(await read(role, list)).toBe(403)
    }
    const body = { isDryRun: true, header: ['name'], rows: [{ row: 2, cells: ['Barfi'] }] }
    await test.tokenFor('ca', ['accountant'])
    expect(await test.call('ca', 'POST', '/admin/products/import', body)).toMatchObject({ status: 403 })
  })
}

async function exportProducts({ shop, tokenFor }: TestShop): Promise<string> {
  const { payload, headers } = await shop.app.inject({
    url: '/api/admin/exports/products',
    headers: { authorization: `Bearer ${await tokenFor('boss', ['admin'])}` },
  })
  expect(headers['content-type']).toBe('text/csv')
  return payload
}

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}

function importInto(test: TestShop, file: string, isDryRun = false, saved: SavedChange[] = []) {
  return importFile({
    bytes: bytesOf(file),
    isDryRun,
    onSaved: (saving) => void saved.push(saving),
    async send(body) {
      const { data, status, message } = await test.call('boss', 'POST', '/admin/products/import', body)
      if (status !== 200) throw new Error(message)
      return importProducts.reply.parse({ data }).data.rows
    },
  })
}

/** The export of one product, with other texts in some of its cells. */
async function edited(test: TestShop, productsId: string, texts: Record<string, string>) {
  const [header = [], ...rows] = await cellsOf(await exportProducts(test))
  const row = rows.find(([id]) => id === productsId) ?? []
  return csv(header, [row.map((cell, index) => texts[header[index] ?? ''] ?? cell)])
}

async function cellsOf(file: string): Promise<string[][]> {
  const rows = await Array.fromAsync(readCsv(bytesOf(file)))
  return rows.map(({ cells }) => cells)
}

/** All products without what a new shop gives them anew. Empty descriptions of pictures are as good as none. */
async function storedProducts({ shop }: TestShop) {
  const stored = await shop.products.listWithDrafts()
  // An import adds several products at once, and on DynamoDB their order may differ.
  const byId = stored.toSorted((one, other) => (one.products_id < other.products_id ? -1 : 1))
  return byId.map((product) => {
    const { createdAt: _made, updatedAt: _changed, imageKeys: _keys, imageAlts = [], ...fields } = product
    const isDescribed = imageAlts.length > 1 || imageAlts.some((text) => text !== '')
    return Object.assign(fields, { imageAlts: isDescribed ? imageAlts : [] })
  })
}

function csv(header: readonly string[], rows: readonly (readonly string[])[]) {
  return writeCsv(header, rows)
}

const ODD_TEXTS = [
  'Plain',
  '=1+1',
  '+91',
  '-5',
  '@SUM(A1)',
  "'=1",
  "''quoted",
  'a,b;c\td',
  'say "hi"',
  'two\nlines',
  'two\r\nlines',
  'लड्डू मोतीचूर',
  '🍬 मिठाई',
  'a | b',
  String.raw`back\slash \| pipe`,
  'none',
  'true',
  '0012',
  '1e5',
  '\u00a0x',
  'e\u0301',
]

function anyProduct(random: Random, index: number): object {
  const text = () => random.some(ODD_TEXTS, 1, 3).join(' ')
  const line = () => random.one(ODD_TEXTS.filter((each) => !/[\r\n\t]/.test(each)))
  const maybe = <T>(make: () => T) => (random.chance(0.6) ? make() : undefined)
  const amount = () => Number((random.below(100_000) / 100).toFixed(2))
  const price = amount()
  return {
    products_id: `p${index}`,
    ...field(
      'id',
      maybe(() => `second-${index}`),
    ),
    name: text(),
    description: random.chance(0.2) ? '' : text(),
    price,
    ...field(
      'mrp',
      maybe(() => Math.ceil(price) + random.below(50)),
    ),
    ...field(
      'stock',
      maybe(() => random.below(1000)),
    ),
    ...field(
      'lowStockLevel',
      maybe(() => random.below(10)),
    ),
    ...field(
      'published',
      maybe(() => random.chance(0.5)),
    ),
    ...field(
      'categories',
      maybe(() => [...new Set(random.some(['Chips', 'Donuts', line(), 'A | B'], 1, 3))]),
    ),
    ...field(
      'imageUrl',
      maybe(() => '/images/a,b.webp'),
    ),
    ...field(
      'images',
      maybe(() => random.some(['/a.webp', '/b|c.webp', '/d"e.webp'], 0, 3)),
    ),
    ...field(
      'imageAlts',
      maybe(() => random.some([...ODD_TEXTS, ''], 0, 3)),
    ),
    ...field(
      'netQuantity',
      maybe(() => ({ value: random.below(1000) + 0.5, unit: random.one(['g', 'ml', 'piece']) })),
    ),
    ...field('packLabel', maybe(line)),
    ...field(
      'family',
      maybe(() => random.one(['laddoo', '0012', 'a-b'])),
    ),
    ...field(
      'barcode',
      maybe(() => random.one(['4006381333931', '96385074'])),
    ),
    ...field(
      'diet',
      maybe(() => random.one(DIETS)),
    ),
    ...field(
      'vegan',
      maybe(() => random.chance(0.5)),
    ),
    ...field(
      'jain',
      maybe(() => random.chance(0.5)),
    ),
    ...field('ingredients', maybe(text)),
    ...field(
      'allergens',
      maybe(() => ({ contains: listOf(random), mayContain: listOf(random) })),
    ),
    ...field(
      'nutrition',
      maybe(() => ({
        energyKcal: random.below(900),
        ...field(
          'proteinG',
          maybe(() => random.below(1000) / 10),
        ),
        ...field(
          'sodiumMg',
          maybe(() => 0),
        ),
        ...field(
          'servingSize',
          maybe(() => 0.25),
        ),
      })),
    ),
    ...field(
      'shelfLifeDays',
      maybe(() => 1 + random.below(3650)),
    ),
    ...field('storage', maybe(line)),
    ...field(
      'origin',
      maybe(() => random.one(['IN', 'NO'])),
    ),
    ...field('importer', maybe(text)),
    ...field(
      'maker',
      maybe(() => ({ name: text(), address: `${line()}, Pune 411001`, fssai: '10000000000014' })),
    ),
    ...field(
      'hsn',
      maybe(() => random.one(['0801', '2106', '190590'])),
    ),
    ...field(
      'gstRate',
      maybe(() => random.one([0, 5, 18, 40])),
    ),
    ...field(
      'laterGstRates',
      maybe(() => ['2027-04-01 18', '2028-04-01 0']),
    ),
  }
}

function field(name: string, value: unknown) {
  return value === undefined ? {} : { [name]: value }
}

function listOf(random: Random) {
  return [...new Set(random.some(ALLERGENS, 0, 3))]
}
