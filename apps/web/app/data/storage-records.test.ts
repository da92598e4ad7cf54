import { readRecord, writeRecord } from '@nashta/browser/storage-record'
import { describe, expect, it } from 'vitest'
import {
  currentUserRecord,
  guestCartRecord,
  lastSyncRecord,
  productCacheRecord,
  tokensRecord,
  userCartRecord,
} from './storage-records.ts'

const item = { id: 'donut', productId: 'donut', name: 'Donut', price: 89, imageUrl: '', category: 'Donuts' }

describe('what is kept comes back', () => {
  it('for a guest cart', () => {
    const cart = {
      items: [{ ...item, base: 2, added: 1 }],
      snapshot: { donut: 2, chips: 1 },
      owner: 'hash-of-sub',
      mergeId: 'merge-1',
    }

    expect(readRecord(guestCartRecord, writeRecord(guestCartRecord, cart))).toEqual(cart)
  })

  it('for tokens, of which the refresh token is never one', () => {
    const tokens = { accessToken: 'a', idToken: 'i', tokenExpiry: 1_800_000_000_000 }
    const text = JSON.stringify({ version: 1, data: { ...tokens, refreshToken: 'r' } })

    expect(readRecord(tokensRecord, text)).toEqual(tokens)
  })

  it('for each user apart', () => {
    expect(userCartRecord('a').key).not.toBe(userCartRecord('b').key)
  })
})

it.each([
  ['nothing', null],
  ['an empty text', ''],
  ['half a record', '{"version":1,"data":["2026'],
  ['another version', '{"version":2,"data":"2026-11-15T03:00:00.000Z"}'],
  ['no version', '"2026-11-15T03:00:00.000Z"'],
  ['no data', '{"version":1}'],
  ['other data', '{"version":1,"data":42}'],
  ['null', 'null'],
  ['a list', '[]'],
])('reads %s as absent', (_case, text) => {
  expect(readRecord(lastSyncRecord, text)).toBeNull()
})

it('keeps every record under the shop name, each under its own key', () => {
  const records = [
    productCacheRecord,
    lastSyncRecord,
    guestCartRecord,
    userCartRecord('b0f1'),
    currentUserRecord,
    tokensRecord,
  ]
  const keys = records.map((record) => record.key)

  expect(keys.every((key) => key.startsWith('nashta.'))).toBe(true)
  expect(new Set(keys).size).toBe(records.length)
})
