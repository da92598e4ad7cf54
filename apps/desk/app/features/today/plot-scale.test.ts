import { expect, it } from 'vitest'
import { layOutBars } from './plot-scale.ts'

const SIZE = { width: 80, height: 100 }

it('the highest bar fills the plot, and zero has no bar', () => {
  const { max, bars } = layOutBars([[0, 5, 10]], SIZE)
  expect(max).toBe(10)
  expect(bars.map(({ groupIndex, y, height }) => [groupIndex, y, height])).toEqual([
    [1, 50, 50],
    [2, 0, 100],
  ])
})

it('the bars of a group stand beside each other, with a gap on both sides of the group', () => {
  // Two series with one value each make one group of two bars.
  const { bars } = layOutBars([[1], [1]], SIZE)
  expect(bars.map(({ x, width }) => [x, width])).toEqual([
    [10, 30],
    [40, 30],
  ])
})

it('a plot without values above zero has no bars', () => {
  expect(layOutBars([[0, 0]], SIZE)).toEqual({ max: 0, bars: [] })
  expect(layOutBars([[]], SIZE)).toEqual({ max: 0, bars: [] })
})
