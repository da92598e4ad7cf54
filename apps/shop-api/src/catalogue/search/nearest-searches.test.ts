import { createKnownWords } from '@nashta/contracts/catalogue/search/search-meaning'
import { createShelfIndex, FIRST_SHELVES } from '@nashta/contracts/storefront/shelf-rules'
import { expect, it } from 'vitest'
import { aProduct } from '../product.fixture.ts'
import { createCatalogueTable } from './catalogue-table.ts'
import { findProducts } from './find-products.ts'

const NAMES = ['Kesar Pista Donut', 'Masala Chips', 'Kaju Katli', 'Dark Chocolate', 'Milk Chocolate']

function aTable() {
  const table = createCatalogueTable(createShelfIndex(FIRST_SHELVES))
  for (const [position, name] of NAMES.entries()) {
    const product = aProduct({ products_id: `p${position}`, name, description: 'Fresh.', category: 'Chips' })
    table.put({ product, position })
  }
  return table
}

const nearestTo = (query: Parameters<typeof findProducts>[1]) => findProducts(aTable(), query).nearest

it('a search without a result offers the nearest words of the catalogue', () => {
  expect(nearestTo({ search: 'kezu' })).toEqual({ unfiltered: 0, searches: ['kaju'] })
  expect(nearestTo({ search: 'kajj katri' })?.searches).toEqual(['kaju katli', 'kaju', 'katli'])
  expect(nearestTo({ search: 'xyzzyx chips' })?.searches).toEqual(['chips'])
})

it('a number, a letter or a word without meaning is not offered alone', () => {
  const table = aTable()
  table.put({
    product: aProduct({ products_id: 'box', name: 'Box of 6', description: 'A treat.' }),
    position: 9,
  })
  const nearest = (search: string) => findProducts(table, { search }).nearest?.searches
  expect(nearest('chocolate of 6 xyzzyx')).toEqual(['chocolate'])
  expect(nearest('6 xyzzyx')).toEqual([])
})

it('a misspelt synonym is corrected to the synonym that sounds like it', () => {
  const table = createCatalogueTable(createShelfIndex(FIRST_SHELVES))
  const names = ['Roasted Cashews', 'Salted Pistachios', 'Key Lime Bites', 'Keep Cool Mints']
  for (const [position, name] of names.entries())
    table.put({ product: aProduct({ products_id: `p${position}`, name, description: 'Fresh.' }), position })
  const nearest = (search: string) => findProducts(table, { search }).nearest?.searches
  expect(nearest('kezu')?.[0]).toBe('kaju')
  table.setWords(createKnownWords([]))
  expect(nearest('kezu')).not.toContain('kaju')
})

it('a word that is like no other is not corrected', () => {
  expect(nearestTo({ search: 'zzqq' })).toEqual({ unfiltered: 0, searches: [] })
  expect(nearestTo({ search: '%' })).toEqual({ unfiltered: 0, searches: [] })
})

it('a search that only its filters empty says what it finds without them', () => {
  expect(nearestTo({ search: 'chocolate', category: 'Donuts' })).toEqual({ unfiltered: 2, searches: [] })
})

it('a search with a result, and a list without a search, offer nothing else', () => {
  expect(nearestTo({ search: 'kaju' })).toBeUndefined()
  expect(nearestTo({ category: 'Shoes' })).toBeUndefined()
})
