import { expect, it } from 'vitest'
import { LINE_QUANTITY_MAX } from '../constants.ts'
import { mergeLines } from './cart-merge.ts'

/** A `newLine` for products that do not exist. */
const noLine = () => null
const lines = [
  { productId: 'donut', quantity: 3 },
  { productId: 'chips', quantity: 1 },
]

it('a merge lowers, removes and adds lines', () => {
  expect(merge({ donut: -1, chips: -1, laddoo: 2 })).toEqual([
    { productId: 'donut', quantity: 2 },
    { productId: 'laddoo', quantity: 2 },
  ])
})

it('a merge raises a quantity up to the maximum, and lowers it down to zero', () => {
  expect(merge({ donut: LINE_QUANTITY_MAX, chips: -5 })).toEqual([
    { productId: 'donut', quantity: LINE_QUANTITY_MAX },
  ])
})

it('a step that subtracts more than a line has does not reduce a later addition', () => {
  const steps = [
    { productId: 'chips', quantity: -3 },
    { productId: 'chips', quantity: 2 },
  ]
  expect(mergeLines(lines, steps, newLine).at(-1)).toEqual({ productId: 'chips', quantity: 2 })
})

it('a merge ignores unknown products and missing lines', () => {
  expect(mergeLines(lines, [{ productId: 'laddoo', quantity: 2 }], noLine)).toEqual(lines)
  expect(merge({ laddoo: -2 })).toEqual(lines)
})

function merge(delta: Record<string, number>) {
  const steps = Object.entries(delta).map(([productId, quantity]) => ({ productId, quantity }))
  return mergeLines(lines, steps, newLine)
}

function newLine(productId: string, quantity: number) {
  return { productId, quantity }
}
