import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestCatalogue } from './catalogue.fixture.ts'
import { createInMemoryCatalogue, type InMemoryCatalogue } from './in-memory-catalogue.ts'
import { AUTHORSHIP } from './product-store.fixture.ts'
import { aProduct } from './product.fixture.ts'

let test: ReturnType<typeof openTestCatalogue>
let catalogue: InMemoryCatalogue

beforeEach(async () => {
  test = openTestCatalogue()
  await test.products.fillIfEmpty([aProduct({ products_id: 'laddoo', stock: 50 })])
  catalogue = createInMemoryCatalogue({
    products: test.products,
    shelves: test.shelves,
    synonyms: test.synonyms,
    now: () => test.clock.now,
  })
  await catalogue.current()
})
afterEach(() => test.close())

it('the catalogue version stays without a change, and changes at once with a change by an admin', async () => {
  const before = catalogue.catalogueVersion()
  test.later(5000)
  expect(catalogue.catalogueVersion()).toBe(before)

  await test.products.update('laddoo', { name: 'Besan Laddoo' }, AUTHORSHIP)
  const after = catalogue.catalogueVersion()
  expect(after).not.toBe(before)
  test.later(1000)
  expect(catalogue.catalogueVersion()).toBe(after)
})

it('an import, which changes products for minutes, gives a new version at most once a second', async () => {
  const versions = new Set<string>()
  for (let change = 0; change < 100; change += 1) {
    await test.products.update('laddoo', { name: `Laddoo ${change}` }, AUTHORSHIP)
    versions.add(catalogue.catalogueVersion())
    test.later(50)
  }
  // 20 at once, and one in each of five seconds.
  expect(versions.size).toBeLessThanOrEqual(25)
  test.later(1000)
  const { table } = await catalogue.current()
  expect(table.columns.foldedName).toEqual(['laddoo 99'])
  expect(versions).not.toContain(catalogue.catalogueVersion())
})

it('after an import, changes by an admin count at once again', async () => {
  const change = async (name: string) => {
    const before = catalogue.catalogueVersion()
    await test.products.update('laddoo', { name }, AUTHORSHIP)
    return catalogue.catalogueVersion() !== before
  }
  const atOnce = []
  for (let count = 0; count < 30; count += 1) atOnce.push(await change(`Laddoo ${count}`))
  expect(atOnce.filter(Boolean).length).toBeLessThanOrEqual(20)
  test.later(3000)
  expect([await change('Besan'), await change('Rava')]).toEqual([true, true])
})

it('sold stock changes the catalogue version at most once a second', async () => {
  const before = catalogue.catalogueVersion()
  await test.takeStock('laddoo', 1)
  test.later(999)
  expect(catalogue.catalogueVersion()).toBe(before)
  test.later(1)
  const after = catalogue.catalogueVersion()
  expect(after).not.toBe(before)

  await test.takeStock('laddoo', 1)
  expect(catalogue.catalogueVersion()).toBe(after)
})

it('sold stock changes the catalogue version less often when the list takes long to build', async () => {
  // The version changes at most once in 20 times the build time: 4 seconds.
  catalogue.reportListBuild(200)
  const before = catalogue.catalogueVersion()
  await test.takeStock('laddoo', 1)
  test.later(3999)
  expect(catalogue.catalogueVersion()).toBe(before)
  test.later(1)
  expect(catalogue.catalogueVersion()).not.toBe(before)
})

it('sold stock changes the catalogue version also after the clock was set back', async () => {
  const before = catalogue.catalogueVersion()
  await test.takeStock('laddoo', 1)
  test.later(-3_600_000)
  expect(catalogue.catalogueVersion()).not.toBe(before)
})

it('new sales scores change the catalogue version after they were read in the background', async () => {
  await test.products.create(aProduct({ products_id: 'barfi' }), AUTHORSHIP)
  const before = (await catalogue.current()).version
  await test.recordSale('barfi', 9)
  // Sales are read every ten seconds.
  test.later(10_000)
  expect(catalogue.catalogueVersion()).toBe(before)
  // The background read ends during this time.
  await new Promise((resolve) => setTimeout(resolve, 20))
  // Stock and sales change the version at most once a second.
  test.later(1000)
  expect(catalogue.catalogueVersion()).not.toBe(before)
})

it('the table has every change so far, also a change made during an earlier load', async () => {
  const earlierLoad = catalogue.current()
  await test.products.update('laddoo', { name: 'Besan Laddoo' }, AUTHORSHIP)
  const { table, version } = await catalogue.current()
  const [laddoo] = table.columns.json
  expect(laddoo).toContain('Besan Laddoo')
  expect(version).toBe(catalogue.catalogueVersion())
  await earlierLoad
})
