import { expect, it } from 'vitest'
import { limitMails } from './limit-mails.ts'
import type { MailTransport } from './mail.ts'

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

it('a stranger cannot flood a mailbox by mixing kinds of mails: the limit of five an hour counts all kinds together', async () => {
  const { clock, sent, send } = setup()
  for (let number = 0; number < 4; number += 1) {
    await send('confirmation-code', String(number))
    await send('newsletter-confirm', String(number), 'ASHA@example.in')
    await send('password-reset-code', String(number))
  }
  expect(sent).toHaveLength(5)

  // Neither counts: the one has another recipient, and the other is of a kind that strangers cannot cause.
  await send('newsletter-confirm', '1', 'ravi@example.in')
  await send('order-shipped', '1')
  expect(sent).toHaveLength(7)

  clock.now = new Date(clock.now.getTime() + 60 * 60 * 1000)
  await send('confirmation-code', 'later')
  expect(sent).toHaveLength(8)
})

it('a stranger cannot flood a mailbox with refunds of guest orders', async () => {
  const { sent, send } = setup()
  for (let number = 0; number < 4; number += 1) {
    await send('order-refund-started', String(number))
    await send('order-refund-done', String(number))
    await send('order-refund-failed', String(number))
  }
  expect(sent).toHaveLength(4)
})

it('a stranger who fills a mailbox with tickets cannot keep the owner from resetting the password', async () => {
  const { sent, send } = setup()
  for (let number = 0; number < 6; number += 1) await send('ticket-received', String(number))
  expect(sent).toHaveLength(4)
  await send('password-reset-code', '1')
  await send('password-reset-code', '2')
  expect(sent.slice(4)).toEqual(['password-reset-code asha@example.in'])
})

it('a mail that is sent again after a failure counts once', async () => {
  const { sent, send } = setup()
  for (let attempt = 0; attempt < 7; attempt += 1) await send('confirmation-code', 'same')
  await send('newsletter-confirm', '1')
  expect(sent).toHaveLength(8)
})
