import { expect, it } from 'vitest'
import { leftOf, PEOPLE_PER_PIECE, toldOne, WAVE_MS, waveOf } from './waves.ts'

const START = Date.UTC(2026, 0, 1)
const at = (ms: number) => new Date(START + ms)

it('a delivery of 20 pieces is told to 40 people, and to the next ones some hours later', () => {
  const first = waveOf(null, 20, at(0))
  expect(leftOf(first, 10_000)).toBe(20 * PEOPLE_PER_PIECE)
  const almostOver = waveOf({ at: at(0).toISOString(), pieces: 20, left: 0 }, 20, at(WAVE_MS - 1))
  expect(leftOf(almostOver, 10_000)).toBe(0)
  // Meanwhile 13 of them were sold.
  const second = waveOf(almostOver, 7, at(WAVE_MS))
  expect(leftOf(second, 10_000)).toBe(7 * PEOPLE_PER_PIECE)
})

it('pieces that come while others are told of are told to more people at once', () => {
  const first = waveOf(null, 1, at(0))
  expect(first && leftOf(waveOf(toldOne(first), 4, at(1)), 10_000)).toBe(7)
  expect(waveOf(first, 1, at(1))).toBe(first)
})

it('pieces that come in place of sold ones are told to more people at once', () => {
  const told = { at: at(0).toISOString(), pieces: 20, left: 0 }
  const sold = waveOf(told, 7, at(1))
  expect(leftOf(sold, 10_000)).toBe(0)
  expect(leftOf(waveOf(sold, 20, at(2)), 10_000)).toBe(13 * PEOPLE_PER_PIECE)
})

it('no more people are told than the pieces that are left are for', () => {
  const first = waveOf(null, 20, at(0))
  expect(leftOf(waveOf(first, 2, at(1)), 10_000)).toBe(2 * PEOPLE_PER_PIECE)
})

it('a sold-out product ends its wave, and the next delivery begins one at once', () => {
  const first = waveOf(null, 1, at(0))
  expect(waveOf(first, 0, at(1))).toBeNull()
  expect(leftOf(waveOf(null, 3, at(2)), 10_000)).toBe(6)
})

it('a product that is not counted is told to all', () => {
  const all = waveOf({ at: at(0).toISOString(), pieces: 2, left: 0 }, undefined, at(1))
  expect(leftOf(all, 50)).toBe(50)
  expect(all && leftOf(toldOne(all), 50)).toBe(50)
  expect(leftOf(waveOf(all, 2, at(2)), 50)).toBe(4)
})
