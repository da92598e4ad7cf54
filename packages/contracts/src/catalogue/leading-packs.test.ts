import { expect, it } from 'vitest'
import { leadingPacks, packInStock } from './leading-packs.ts'

const donut = { products_id: 'donut', stock: 0 }
const mix = { products_id: 'mix', family: 'mix' }
const soldOutMix = { products_id: 'mix-500-g', family: 'mix', stock: 0 }
const largeMix = { products_id: 'mix-1-kg', family: 'mix', stock: 2 }

it('a pack in stock leads its snack before one that is sold out', () => {
  expect(leadingPacks([soldOutMix, donut, largeMix, mix])).toEqual([donut, largeMix])
  expect(leadingPacks([mix, soldOutMix, donut])).toEqual([mix, donut])
})

it('a snack whose packs are all sold out is led by the first', () => {
  const soldOut = { ...largeMix, stock: 0 }
  expect(leadingPacks([soldOutMix, soldOut])).toEqual([soldOutMix])
})

it('a sold-out pack is replaced by a pack of its snack that is in stock, if there is one', () => {
  expect(packInStock(soldOutMix, [donut, soldOutMix, largeMix])).toBe(largeMix)
  expect(packInStock(soldOutMix, [donut, soldOutMix])).toBe(soldOutMix)
  expect(packInStock(largeMix, [mix])).toBe(largeMix)
  expect(packInStock({ ...donut, family: 'donut' }, [mix])).toMatchObject(donut)
})
