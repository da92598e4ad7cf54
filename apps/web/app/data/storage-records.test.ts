import { currentUserRecord, tokensRecord } from '@nashta/browser/session/session-store'
import { parseRecord, serialiseRecord } from '@nashta/browser/storage/storage-record'
import { describe, expect, it } from 'vitest'
import {
  cartIntentRecord,
  guestCartRecord,
  lastSyncRecord,
  productCacheRecord,
  userCartRecord,
} from './storage-records.ts'

const item = { id: 'donut', productId: 'donut', name: 'Donut', price: 89, imageUrl: '', category: 'Donuts' }

describe('a stored record', () => {
  it('of a guest cart is read back', () => {
    const cart = {
      items: [{ ...item, base: 2, added: 1 }],
      snapshot: { donut: 2, chips: 1 },
      owner: 'hash-of-sub',
      mergeId: 'merge-1',
    }

    expect(parseRecord(guestCartRecord, serialiseRecord(guestCartRecord, cart))).toEqual(cart)
  })

  it('of tokens is read back without a refresh token', () => {
    const tokens = { accessToken: 'a', idToken: 'i', tokenExpiry: 1_800_000_000_000 }
    const text = JSON.stringify({ version: 1, data: { ...tokens, refreshToken: 'r' } })

    expect(parseRecord(tokensRecord, text)).toEqual(tokens)
  })

  it('of a cart has another key for each user', () => {
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
])('a record that is %s reads as absent', (_case, text) => {
  expect(parseRecord(lastSyncRecord, text)).toBeNull()
})

it('every record has its own key, with the prefix of the shop', () => {
  const records = [
    productCacheRecord,
    lastSyncRecord,
    guestCartRecord,
    userCartRecord('b0f1'),
    cartIntentRecord,
    currentUserRecord,
    tokensRecord,
  ]
  const keys = records.map((record) => record.key)

  expect(keys.every((key) => key.startsWith('nashta.'))).toBe(true)
  expect(new Set(keys).size).toBe(records.length)
})
