import { beforeEach, expect, it } from 'vitest'
import { createKeptAttempt } from './kept-attempt.ts'

let stored: Map<string, string>
let keys: number

beforeEach(() => {
  stored = new Map()
  keys = 0
})

/** As after a reload: what was stored is all that is left. */
function load() {
  return createKeptAttempt(
    {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, text) => void stored.set(key, text),
      removeItem: (key) => void stored.delete(key),
    },
    () => `key-${(keys += 1)}`,
  )
}

it('keeps its key while the shopper wants the same, over reloads too', () => {
  expect(load().open('asha', '2×donut@69').key).toBe('key-1')
  expect(load().open('asha', '2×donut@69').key).toBe('key-1')
})

it.each([
  ['other snacks', 'asha', '1×chips@45'],
  ['the same at another price', 'asha', '2×donut@75'],
  ['somebody else', 'ravi', '2×donut@69'],
])('has another key for %s', (_case, userId, content) => {
  load().open('asha', '2×donut@69')

  expect(load().open(userId, content).key).toBe('key-2')
})

it('keeps its key whatever the cart says while nobody knows what became of the order', () => {
  const attempts = load()
  attempts.sending(attempts.open('asha', '2×donut@69'), 'order-7')

  expect(load().unsure('asha')).toMatchObject({ key: 'key-1', after: 'order-7' })
  expect(load().unsure('ravi')).toBeNull()
  expect(load().open('asha', '').key).toBe('key-1')
})

it('tries again under the same key what never arrived', () => {
  const attempts = load()
  attempts.sending(attempts.open('asha', '2×donut@69'), null)
  attempts.neverArrived()

  expect(load().unsure('asha')).toBeNull()
  expect(load().open('asha', '2×donut@69')).toMatchObject({ key: 'key-1', after: null })
})

it('has another key once the order is placed or refused', () => {
  const attempts = load()
  attempts.open('asha', '2×donut@69')
  attempts.close()

  expect(stored.size).toBe(0)
  expect(attempts.open('asha', '2×donut@69').key).toBe('key-2')
})

it('works where nothing can be stored', () => {
  const attempts = createKeptAttempt({ getItem: refuse, setItem: refuse, removeItem: refuse }, () => 'key')

  attempts.sending(attempts.open('asha', ''), null)
  expect(attempts.unsure('asha')?.key).toBe('key')
})

function refuse(): never {
  throw new DOMException('full', 'QuotaExceededError')
}
