import { expect, it } from 'vitest'
import { onePerFamily, otherPacks } from './one-per-family.ts'

const donut = { products_id: 'donut' }
const mix = { products_id: 'mix', family: 'mix' }
const largeMix = { products_id: 'mix-1-kg', family: 'mix' }

it('a list has one pack of each family, the first', () => {
  expect(onePerFamily([largeMix, donut, mix], [])).toEqual([largeMix, donut])
})

it('a list has no pack of a family that is taken already', () => {
  expect(onePerFamily([largeMix, donut], [mix])).toEqual([donut])
  expect(onePerFamily([largeMix, donut], [donut])).toEqual([largeMix])
})

it('the other packs of a product are those of its family; a product without a family has none', () => {
  expect(otherPacks(mix, [donut, mix, largeMix])).toEqual([largeMix])
  expect(otherPacks(donut, [donut, mix, { products_id: 'cake' }])).toEqual([])
})
