import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PRODUCT_SORTS } from '@nashta/contracts/constants'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import { SORT_LABELS } from '../features/catalogue/list/sort-labels.ts'
import routes from '../routes.ts'

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/specification.md'), 'utf8')
const [, additions = ''] = /## Additions(.*)## Error texts/s.exec(page) ?? []

/** The addresses and orders of the list that the specification has. */
const SPECIFIED_PAGES = new Set([
  '/',
  '/product/:id',
  '/collections/suggested',
  '/collections/best-sellers',
  '/collections/allproducts',
  '/collections/new-arrivals',
  '/collections/shoes',
  '/collections/sandals',
  '/profile',
  '/checkout',
  '/order-success',
  '/purchase-history',
  '/signin',
  '/signup',
])
const SPECIFIED_SORTS = new Set(['Relevance', 'Newest', 'Price: Low to High', 'Price: High to Low'])

it('every page that the specification does not have is in the list of additions', () => {
  const missing = pagesOf(routes).filter(
    (address) =>
      !SPECIFIED_PAGES.has(address) &&
      !additions.includes(`\`${address.replace(/:(?<name>\w+)/u, '{$<name>}')}\``),
  )
  expect(missing).toEqual([])
})

it('every order of the list that the specification does not have is in the list of additions', () => {
  const missing = PRODUCT_SORTS.map((sort) => SORT_LABELS[sort]).filter(
    (label) => !SPECIFIED_SORTS.has(label) && !additions.includes(`'${label}'`),
  )
  expect(missing).toEqual([])
})

it('each number of a line that behaves differently stands once', () => {
  const numbers = [...page.matchAll(/^\| (?<number>[A-E]\d+) /gmu)].map(({ groups }) => groups?.['number'])
  expect(numbers.length).toBeGreaterThan(80)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

function pagesOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => [
    ...(entry.index ? ['/'] : []),
    ...(entry.path === undefined || entry.path === '*' ? [] : [`/${entry.path}`]),
    ...pagesOf(entry.children ?? []),
  ])
}
