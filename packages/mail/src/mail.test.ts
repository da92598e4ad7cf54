import { expect, it } from 'vitest'
import { anEntry } from './mail.fixture.ts'
import { assertSafeAddress, assertSafeSubject, messageIdOf } from './mail.ts'

it('a mail is known by its kind and what it announces', () => {
  expect(anEntry('order-1').dedupKey).toBe('written:order-1')
})

it('has one Message-ID for each of them, always the same and fit for a header', () => {
  expect(messageIdOf('order-confirmed:1')).toBe(messageIdOf('order-confirmed:1'))
  expect(messageIdOf('order-confirmed:1')).not.toBe(messageIdOf('order-confirmed:2'))
  expect(messageIdOf('order-confirmed:1\r\nBcc: <everyone@example.com>')).toMatch(
    /^<[0-9a-f]{40}@mail\.nashta>$/,
  )
})

it.each([
  ['a line break', 'asha@example.com\r\nBcc: ravi@example.com'],
  ['a bare line feed', 'asha@example.com\nBcc:ravi@example.com'],
  ['two addresses', 'asha@example.com,ravi@example.com'],
  ['a display name', '"Bcc: x" <asha@example.com>'],
  ['nothing', ''],
])('refuses %s for an address', (_case, to) => {
  expect(() => assertSafeAddress(to)).toThrow(TypeError)
})

it.each([
  ['a line break', 'Hello\r\nBcc: ravi@example.com'],
  ['a carriage return', 'Hello\rBcc: ravi@example.com'],
  ['a NUL', 'Hello\0'],
  ['a line separator', 'Hello\u2028there'],
  ['nothing', ''],
])('refuses %s for a subject', (_case, subject) => {
  expect(() => assertSafeSubject(subject)).toThrow(TypeError)
})

it('takes every plain address and subject', () => {
  expect(() => assertSafeAddress('आशा@उदाहरण.भारत')).not.toThrow()
  expect(() => assertSafeSubject('आपका ऑर्डर #1 ✓')).not.toThrow()
})
