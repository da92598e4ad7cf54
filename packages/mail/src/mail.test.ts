import { expect, it } from 'vitest'
import { anEntry } from './mail.fixture.ts'
import { assertSafeHeaders, messageIdOf } from './mail.ts'

it('a mail is known by its kind and what it announces', () => {
  expect(anEntry('order-1').dedupKey).toBe('order-confirmed:order-1')
})

it('has one Message-ID for each of them, always the same and fit for a header', () => {
  expect(messageIdOf('order-confirmed:1')).toBe(messageIdOf('order-confirmed:1'))
  expect(messageIdOf('order-confirmed:1')).not.toBe(messageIdOf('order-confirmed:2'))
  expect(messageIdOf('order-confirmed:1\r\nBcc: <everyone@example.com>')).toMatch(
    /^<[0-9a-f]{40}@mail\.nashta>$/,
  )
})

it.each([
  ['a line break in the address', { to: 'asha@example.com\r\nBcc: ravi@example.com' }],
  ['a bare line feed in the address', { to: 'asha@example.com\nBcc:ravi@example.com' }],
  ['two addresses', { to: 'asha@example.com,ravi@example.com' }],
  ['a display name', { to: '"Bcc: x" <asha@example.com>' }],
  ['no address', { to: '' }],
  ['a line break in the subject', { subject: 'Hello\r\nBcc: ravi@example.com' }],
  ['a carriage return in the subject', { subject: 'Hello\rBcc: ravi@example.com' }],
  ['a NUL in the subject', { subject: 'Hello\0' }],
  ['a line separator in the subject', { subject: 'Hello\u2028there' }],
  ['no subject', { subject: '' }],
])('refuses %s', (_case, fields) => {
  expect(() => assertSafeHeaders({ ...anEntry('1').mail, ...fields })).toThrow(TypeError)
})

it('takes every plain address and subject', () => {
  const mail = { ...anEntry('1').mail, to: 'आशा@उदाहरण.भारत', subject: 'आपका ऑर्डर #1 ✓' }
  expect(() => assertSafeHeaders(mail)).not.toThrow()
})
