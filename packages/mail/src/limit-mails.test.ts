import { MAIL_LIMITS } from '@nashta/contracts/api/rate-limits'
import { expect, it } from 'vitest'
import { limitMails } from './limit-mails.ts'
import type { MailTransport } from './mail.ts'

/** How many mails an hour strangers can cause to one address. The last one must be for a password reset. */
const MAX = MAIL_LIMITS.passwordReset.limit
const MAX_WITHOUT_RESET = MAIL_LIMITS.other.limit

function setup() {
  const clock = { now: new Date('2026-01-01T12:00:00Z') }
  const sent: string[] = []
  const transport: MailTransport = {
    concurrency: 1,
    async send({ to, kind }) {
      sent.push(`${kind} ${to}`)
    },
    close: async () => {},
  }
  const limited = limitMails(transport, () => clock.now)
  const send = (kind: string, id: string, to = 'asha@example.in') =>
    limited.send({
      to,
      kind,
      messageId: `<${kind}${id}>`,
      senderName: 'Nashta',
      subject: 's',
      text: 't',
      html: 'h',
    })
  return { clock, sent, send }
}

it('a stranger cannot flood a mailbox by mixing kinds of mails: the hourly limit counts all kinds together', async () => {
  const { clock, sent, send } = setup()
  for (let number = 0; number < MAX; number += 1) {
    await send('confirmation-code', String(number))
    await send('newsletter-confirm', String(number), 'ASHA@example.in')
    await send('password-reset-code', String(number))
  }
  expect(sent).toHaveLength(MAX)

  const toAnotherRecipient = () => send('newsletter-confirm', '1', 'ravi@example.in')
  const notCausedByStrangers = () => send('order-shipped', '1')
  await toAnotherRecipient()
  await notCausedByStrangers()
  expect(sent).toHaveLength(MAX + 2)

  clock.now = new Date(clock.now.getTime() + 60 * 60 * 1000)
  await send('confirmation-code', 'later')
  expect(sent).toHaveLength(MAX + 3)
})

it('a stranger cannot flood a mailbox with refunds of guest orders', async () => {
  const { sent, send } = setup()
  for (let number = 0; number < MAX; number += 1) {
    await send('order-refund-started', String(number))
    await send('order-refund-done', String(number))
    await send('order-refund-failed', String(number))
  }
  expect(sent).toHaveLength(MAX_WITHOUT_RESET)
})

it('a stranger who fills a mailbox with tickets cannot keep the owner from resetting the password', async () => {
  const { sent, send } = setup()
  for (let number = 0; number <= MAX; number += 1) await send('ticket-received', String(number))
  expect(sent).toHaveLength(MAX_WITHOUT_RESET)
  await send('password-reset-code', '1')
  await send('password-reset-code', '2')
  expect(sent.slice(MAX_WITHOUT_RESET)).toEqual(['password-reset-code asha@example.in'])
})

it('a mail that is sent again after a failure counts once', async () => {
  const { sent, send } = setup()
  const attempts = MAX + 2
  for (let attempt = 0; attempt < attempts; attempt += 1) await send('confirmation-code', 'same')
  await send('newsletter-confirm', 'another')
  expect(sent).toHaveLength(attempts + 1)
})
