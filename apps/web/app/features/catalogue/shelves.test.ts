import { expect, it } from 'vitest'
import { shelve } from './shelves.ts'

const snacks = [
  { name: 'Laddoo', category: 'Nuts & Treats' },
  { name: 'Glazed', category: 'Donuts' },
  { name: 'Mystery', category: 'Uncategorized' },
  { name: 'Red Velvet', category: 'Donuts' },
]

it('puts each product on the shelf of its category, in the order given', () => {
  const shelves = shelve(snacks).map(({ name, products }) => [name, products.map((product) => product.name)])

  expect(shelves).toEqual([
    ['Donuts', ['Glazed', 'Red Velvet']],
    ['Chips', []],
    ['Chocolates', []],
    ['Nuts & Treats', ['Laddoo']],
    ['More snacks', ['Mystery']],
  ])
})

it('keeps the four shelves of the menu when the catalogue is empty', () => {
  expect(shelve([]).map((shelf) => shelf.anchor)).toEqual([
    'donuts',
    'chips',
    'chocolates',
    'nuts-and-treats',
  ])
})
