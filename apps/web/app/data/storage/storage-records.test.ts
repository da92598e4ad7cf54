import { currentUserRecord, tokensRecord } from '@nashta/browser/session/session-store'
import { parseRecord, serialiseRecord } from '@nashta/browser/storage/storage-record'
import { expect, it } from 'vitest'
import {
  cartIntentRecord,
  guestCartRecord,
  lastSyncRecord,
  productCacheRecord,
  userCartRecord,
} from './storage-records.ts'

const item = { id: 'donut', productId: 'donut', name: 'Donut', price: 89, imageUrl: '', category: 'Donuts' }

it('the record of a guest cart is read back as it was written', () => {
  const cart = {
    items: [{ ...item, base: 2, added: 1 }],
    snapshot: { donut: 2, chips: 1 },
    owner: 'hash-of-sub',
    mergeId: 'merge-1',
  }

  expect(parseRecord(guestCartRecord, serialiseRecord(guestCartRecord, cart))).toEqual(cart)
})

it('the record of tokens is read without a refresh token in it', () => {
  const tokens = { accessToken: 'a', idToken: 'i', tokenExpiry: 1_800_000_000_000 }
  const text = JSON.stringify({ version: 1, data: { ...tokens, refreshToken: 'r' } })

  expect(parseRecord(tokensRecord, text)).toEqual(tokens)
})

it('the records of two users’ carts have different keys', () => {
  expect(userCartRecord('a').key).not.toBe(userCartRecord('b').key)
})

it.each([
  ['nothing', null],
  ['an empty text', ''],
  ['half a record', '{"version":1,"data":["2026'],
  ['a record of another version', '{"version":2,"data":"2026-11-15T03:00:00.000Z"}'],
  ['a text without a version', '"2026-11-15T03:00:00.000Z"'],
  ['a record without data', '{"version":1}'],
  ['a record with data of another type', '{"version":1,"data":42}'],
  ['null', 'null'],
  ['a list', '[]'],
])('the record of the last sync is null when storage holds %s', (_case, text) => {
  expect(parseRecord(lastSyncRecord, text)).toBeNull()
})

it('every record has its own key, which starts with the name of the shop', () => {
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
