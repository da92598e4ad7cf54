import { randomBytes } from 'node:crypto'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { expect, it } from 'vitest'
import { newPurchaseId } from './purchase-id.ts'

it('purchase ids sort by time, are ULIDs and have different order numbers', () => {
  const times = Array.from({ length: 1000 }, (_, index) => new Date(Date.UTC(2026, 0, 1) + index))
  const ids = times.map((time) => newPurchaseId(time, randomBytes))

  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids.map(orderNumber)).size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
})

it('the random part of a purchase id uses all 32 characters of the alphabet', () => {
  const numbers = Array.from({ length: 256 }, (_, byte) =>
    orderNumber(newPurchaseId(new Date(0), (count) => new Uint8Array(count).fill(byte))),
  )
  // Equal bytes make equal characters, so each order number repeats one character.
  expect(new Set(numbers).size).toBe(32)
})
