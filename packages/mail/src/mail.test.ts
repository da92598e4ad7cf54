import { expect, it } from 'vitest'
import { codeMail } from './code-mail.fixture.ts'
import { mailEntry, readMailEntry } from './mail-topic.ts'
import { assertSafeAddress, assertSafeSubject, messageIdOf } from './mail.ts'
import { renderContent } from './render-content.ts'

/** The mails are of a store without a shop's record. */
const SHOP = null

it('the outbox entry of a mail has a key of its kind and deduplication id, and renders to the mail', () => {
  const entry = mailEntry(codeMail(1))
  expect(entry.key).toBe('confirmation-code:code-1')
  const { to, content } = readMailEntry(entry, SHOP)
  expect(to).toBe('asha@example.com')
  expect(renderContent(content)).toMatchObject({ subject: '000001 is your confirmation code' })
})

it('an address that would break a header gets no outbox entry', () => {
  const options = codeMail(1, 'asha@example.com\r\nBcc: ravi@example.com')
  expect(() => mailEntry(options)).toThrow('one plain address')
})

it('a key always gives the same Message-ID, which is safe in a header', () => {
  expect(messageIdOf('order-confirmed:1')).toBe(messageIdOf('order-confirmed:1'))
  expect(messageIdOf('order-confirmed:1')).not.toBe(messageIdOf('order-confirmed:2'))
  expect(messageIdOf('order-confirmed:1\r\nBcc: <everyone@example.com>')).toMatch(
    /^<[0-9a-f]{40}@mail\.invalid>$/,
  )
})

it.each([
  ['an address with a line break', 'asha@example.com\r\nBcc: ravi@example.com'],
  ['an address with a bare line feed', 'asha@example.com\nBcc:ravi@example.com'],
  ['a list of two addresses', 'asha@example.com,ravi@example.com'],
  ['an address with a display name', '"Bcc: x" <asha@example.com>'],
  ['an empty address', ''],
])('assertSafeAddress refuses %s', (_case, to) => {
  expect(() => assertSafeAddress(to)).toThrow(TypeError)
})

it.each([
  ['a subject with a line break', 'Hello\r\nBcc: ravi@example.com'],
  ['a subject with a carriage return', 'Hello\rBcc: ravi@example.com'],
  ['a subject with a NUL', 'Hello\0'],
  ['a subject with a line separator', 'Hello\u2028there'],
  ['an empty subject', ''],
])('assertSafeSubject refuses %s', (_case, subject) => {
  expect(() => assertSafeSubject(subject)).toThrow(TypeError)
})

it('an address and a subject in Hindi are accepted', () => {
  expect(() => assertSafeAddress('आशा@उदाहरण.भारत')).not.toThrow()
  expect(() => assertSafeSubject('आपका ऑर्डर #1 ✓')).not.toThrow()
})
