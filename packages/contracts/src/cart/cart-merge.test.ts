import { expect, it } from 'vitest'
import { LINE_QUANTITY_MAX } from '../constants.ts'
import { mergeLines } from './cart-merge.ts'

const lines = [
  { productId: 'donut', quantity: 3 },
  { productId: 'chips', quantity: 1 },
]

it('raises, lowers, removes and brings in, in place', () => {
  expect(merge({ donut: -1, chips: -1, laddoo: 2 })).toEqual([
    { productId: 'donut', quantity: 2 },
    { productId: 'laddoo', quantity: 2 },
  ])
})

it('stays within what a line may have', () => {
  expect(merge({ donut: LINE_QUANTITY_MAX, chips: -5 })).toEqual([
    { productId: 'donut', quantity: LINE_QUANTITY_MAX },
  ])
})

it('takes the steps one by one: what is gone already cannot eat up what is added', () => {
  const steps = [
    { productId: 'chips', quantity: -3 },
    { productId: 'chips', quantity: 2 },
  ]
  expect(mergeLines(lines, steps, line).at(-1)).toEqual({ productId: 'chips', quantity: 2 })
})

it('does not bring in what nobody knows, nor take what is not there', () => {
  expect(mergeLines(lines, [{ productId: 'laddoo', quantity: 2 }], () => null)).toEqual(lines)
  expect(merge({ laddoo: -2 })).toEqual(lines)
})

function merge(delta: Record<string, number>) {
  const steps = Object.entries(delta).map(([productId, quantity]) => ({ productId, quantity }))
  return mergeLines(lines, steps, line)
}

function line(productId: string, quantity: number) {
  return { productId, quantity }
}
