import { expect, it } from 'vitest'
import { codeMail } from './code-mail.fixture.ts'
import { mailEntry, renderMail } from './mail-topic.ts'
import { assertSafeAddress, assertSafeSubject, messageIdOf } from './mail.ts'

it('the outbox entry of a mail has a key of its kind and deduplication id, and renders to the mail', () => {
  const { key, payload } = mailEntry(codeMail(1))
  expect(key).toBe('confirmation-code:code-1')
  expect(renderMail(payload, null)).toMatchObject({
    to: 'asha@example.com',
    subject: '000001 is your Nashta confirmation code',
  })
})

it('an address that would break a header gets no outbox entry', () => {
  const options = codeMail(1, 'asha@example.com\r\nBcc: ravi@example.com')
  expect(() => mailEntry(options)).toThrow('one plain address')
})

it('each key has one Message-ID, which is safe in a header', () => {
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
])('%s is refused as an address', (_case, to) => {
  expect(() => assertSafeAddress(to)).toThrow(TypeError)
})

it.each([
  ['a line break', 'Hello\r\nBcc: ravi@example.com'],
  ['a carriage return', 'Hello\rBcc: ravi@example.com'],
  ['a NUL', 'Hello\0'],
  ['a line separator', 'Hello\u2028there'],
  ['nothing', ''],
])('%s is refused as a subject', (_case, subject) => {
  expect(() => assertSafeSubject(subject)).toThrow(TypeError)
})

it('an address and a subject in Hindi are accepted', () => {
  expect(() => assertSafeAddress('आशा@उदाहरण.भारत')).not.toThrow()
  expect(() => assertSafeSubject('आपका ऑर्डर #1 ✓')).not.toThrow()
})
