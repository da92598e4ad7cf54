import { expect, it } from 'vitest'
import { arrangeHome } from './home-products.ts'

const NAMES = ['donut', 'chips', 'bonbon', 'laddoo', 'nachos', 'truffle', 'cashew', 'wafer', 'barfi']
const catalogue = NAMES.map((name) => ({ products_id: name, category: 'Snacks' }))
const named = (...names: string[]) => catalogue.filter(({ products_id }) => names.includes(products_id))
const idsOf = (products: readonly { products_id: string }[]) => products.map(({ products_id }) => products_id)

it('a recommended product that is a best seller is not suggested as well', () => {
  const recommended = named('donut', 'chips', 'nachos', 'cashew', 'wafer', 'barfi')
  const { bestSellers, suggested, trending } = arrangeHome(catalogue, recommended)
  expect(idsOf(bestSellers)).toEqual(['donut', 'chips', 'bonbon', 'laddoo'])
  expect(idsOf(suggested)).toEqual(['nachos', 'cashew', 'wafer', 'barfi'])
  expect(idsOf(trending)).toEqual(['truffle'])
})

it('with too few recommendations, the next best sellers are suggested', () => {
  const { suggested } = arrangeHome(catalogue, named('donut', 'barfi'))
  expect(idsOf(suggested)).toEqual(['nachos', 'truffle', 'cashew', 'wafer'])
})
