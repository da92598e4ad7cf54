import { guardStorage } from '@nashta/browser/storage/browser-storage'
import { beforeEach, expect, it } from 'vitest'
import { createCheckoutAttempts } from './checkout-attempts.ts'

let stored: Map<string, string>
let keyCount: number

beforeEach(() => {
  stored = new Map()
  keyCount = 0
})

/** Creates the attempts from the stored record, as the page does when it loads. */
function load() {
  const storage = guardStorage({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => void stored.set(key, text),
    removeItem: (key) => void stored.delete(key),
  })
  return createCheckoutAttempts(storage, () => `key-${(keyCount += 1)}`)
}

it('an attempt keeps its key for the same cart, over reloads too', () => {
  expect(load().continueOrStart('asha', '2×donut@69').key).toBe('key-1')
  expect(load().continueOrStart('asha', '2×donut@69').key).toBe('key-1')
})

it.each([
  ['other products', 'asha', '1×chips@45'],
  ['the same at another price', 'asha', '2×donut@75'],
  ['another shopper', 'ravi', '2×donut@69'],
])('an attempt has another key for %s', (_case, userId, content) => {
  load().continueOrStart('asha', '2×donut@69')

  expect(load().continueOrStart(userId, content).key).toBe('key-2')
})

it('an attempt keeps its key for any cart while the outcome of its order is unknown', () => {
  const attempts = load()
  attempts.markSent(attempts.continueOrStart('asha', '2×donut@69'), 'order-7')

  expect(load().findWithUnknownOutcome('asha')).toMatchObject({ key: 'key-1', after: 'order-7' })
  expect(load().findWithUnknownOutcome('ravi')).toBeNull()
  expect(load().continueOrStart('asha', '1×chips@45').key).toBe('key-1')
})

it('an attempt keeps its key for the same cart after its order was certainly not placed', () => {
  const attempts = load()
  attempts.markSent(attempts.continueOrStart('asha', '2×donut@69'), null)
  attempts.markNotPlaced()

  expect(load().findWithUnknownOutcome('asha')).toBeNull()
  expect(load().continueOrStart('asha', '2×donut@69')).toMatchObject({ key: 'key-1', after: null })
})

it('a closed attempt is no longer stored, and the next order has another key', () => {
  const attempts = load()
  attempts.continueOrStart('asha', '2×donut@69')
  attempts.close()

  expect(stored.size).toBe(0)
  expect(attempts.continueOrStart('asha', '2×donut@69').key).toBe('key-2')
})

it('an attempt works without storage', () => {
  const attempts = createCheckoutAttempts(guardStorage(null), () => 'key')

  attempts.markSent(attempts.continueOrStart('asha', ''), null)
  expect(attempts.findWithUnknownOutcome('asha')?.key).toBe('key')
})
