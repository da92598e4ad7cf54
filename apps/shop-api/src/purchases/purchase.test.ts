import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { newPurchaseId } from './purchase.ts'

it('purchase ids sort by time and end in random characters', () => {
  const times = Array.from({ length: 1000 }, (_, index) => new Date(Date.UTC(2026, 0, 1) + index * 7))
  const ids = times.map((time) => newPurchaseId(time, randomBytes))

  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids.map((id) => id.slice(-8))).size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
})

const tail = (byte: number) =>
  newPurchaseId(new Date(0), (count) => new Uint8Array(count).fill(byte)).slice(-8)

it('the random part of a purchase id uses every letter of the alphabet', () => {
  expect(new Set(Array.from({ length: 256 }, (_, byte) => tail(byte))).size).toBe(32)
})
