import { MAIL_LIMITS } from '@nashta/contracts/api/rate-limits'
import { expect, it } from 'vitest'
import { limitMails } from './limit-mails.ts'
import type { MailTransport } from './mail.ts'

/** How many mails strangers can cause to one address in an hour, password resets included. */
const MAILS_MAX = MAIL_LIMITS.passwordReset.limit
/** The limit of all other kinds. It leaves room for one password reset. */
const MAILS_WITHOUT_RESET_MAX = MAIL_LIMITS.standard.limit

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

it('a stranger cannot flood a mailbox, because all kinds of mails share one limit', async () => {
  const { clock, sent, send } = setup()
  for (let number = 0; number < MAILS_MAX; number += 1) {
    await send('confirmation-code', String(number))
    await send('newsletter-confirm', String(number), 'ASHA@example.in')
    await send('password-reset-code', String(number))
  }
  expect(sent).toHaveLength(MAILS_MAX)

  // Another recipient has another count.
  await send('newsletter-confirm', '1', 'ravi@example.in')
  // Strangers cannot cause a mail of this kind, so it is not limited.
  await send('order-shipped', '1')
  expect(sent).toHaveLength(MAILS_MAX + 2)

  clock.now = new Date(clock.now.getTime() + 60 * 60 * 1000)
  await send('confirmation-code', 'later')
  expect(sent).toHaveLength(MAILS_MAX + 3)
})

it('a stranger cannot flood a mailbox with refunds of guest orders', async () => {
  const { sent, send } = setup()
  for (let number = 0; number < MAILS_MAX; number += 1) {
    await send('order-refund-started', String(number))
    await send('order-refund-done', String(number))
    await send('order-refund-failed', String(number))
  }
  expect(sent).toHaveLength(MAILS_WITHOUT_RESET_MAX)
})

it('a stranger who fills a mailbox with tickets cannot keep the owner from resetting the password', async () => {
  const { sent, send } = setup()
  for (let number = 0; number <= MAILS_MAX; number += 1) await send('ticket-received', String(number))
  expect(sent).toHaveLength(MAILS_WITHOUT_RESET_MAX)
  await send('password-reset-code', '1')
  await send('password-reset-code', '2')
  expect(sent.slice(MAILS_WITHOUT_RESET_MAX)).toEqual(['password-reset-code asha@example.in'])
})

it('a retry, which has the same Message-ID, does not count again', async () => {
  const { sent, send } = setup()
  const attempts = MAILS_MAX + 2
  for (let attempt = 0; attempt < attempts; attempt += 1) await send('confirmation-code', 'same')
  await send('newsletter-confirm', 'another')
  expect(sent).toHaveLength(attempts + 1)
})
