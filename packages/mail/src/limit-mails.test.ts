import { MAIL_BUDGET, mailsMax } from '@nashta/contracts/api/rate-limits'
import { DeliveryDelayed } from '@nashta/outbox/outbox'
import { expect, it } from 'vitest'
import { limitMails } from './limit-mails.ts'
import type { MailTransport } from './mail.ts'

const MAILS_MAX = MAIL_BUDGET.total.limit
const HOUR_MS = MAIL_BUDGET.total.perSeconds * 1000

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
  /** Returns the time until which the mail has to wait; null when it was sent. */
  async function send(kind: string, id: string, to = 'asha@example.in'): Promise<Date | null> {
    const content = { senderName: 'Nashta', subject: 's', text: 't', html: 'h' }
    try {
      await limited.send({ to, kind, messageId: `<${kind}${id}>`, content })
      return null
    } catch (error) {
      if (error instanceof DeliveryDelayed) return error.until
      throw error
    }
  }
  return { clock, sent, send }
}

it('a stranger cannot flood a mailbox, because all kinds of mails share one budget', async () => {
  const { clock, sent, send } = setup()
  for (let number = 0; number < MAILS_MAX; number += 1) {
    await send('confirmation-code', String(number))
    await send('newsletter-confirm', String(number), 'ASHA@example.in')
    await send('password-reset-code', String(number))
    await send('order-confirmed', String(number))
  }
  expect(sent).toHaveLength(MAILS_MAX)

  // Another recipient has another count.
  await send('newsletter-confirm', '1', 'ravi@example.in')
  // Strangers cannot cause a mail of this kind, so it is not limited.
  await send('order-shipped', '1')
  expect(sent).toHaveLength(MAILS_MAX + 2)

  clock.now = new Date(clock.now.getTime() + HOUR_MS)
  await send('confirmation-code', 'later')
  expect(sent).toHaveLength(MAILS_MAX + 3)
})

it.each([
  ['newsletter forms', 'newsletter-confirm', mailsMax('other')],
  ['complaints', 'ticket-received', mailsMax('other')],
  ['sign-ups', 'confirmation-code', mailsMax('code')],
  ['guest orders', 'order-confirm-cash', mailsMax('order')],
  ['password resets', 'password-reset-code', mailsMax('reset')],
])('a flood of %s leaves places for a reset, a code and an order', async (_flood, kind, most) => {
  const { sent, send } = setup()
  for (let number = 0; number <= MAILS_MAX; number += 1) await send(kind, String(number))
  expect(sent).toHaveLength(most)
  const needed = ['password-reset-code', 'confirmation-code', 'order-confirm-cash']
  for (const other of needed.filter((each) => each !== kind)) expect(await send(other, '1')).toBeNull()
  expect(sent.length).toBeLessThanOrEqual(MAILS_MAX)
})

it('an order mail over the budget waits for a place, and is then sent', async () => {
  const { clock, sent, send } = setup()
  const most = mailsMax('order')
  for (let number = 0; number < most; number += 1) {
    await send('order-confirmed', String(number))
    clock.now = new Date(clock.now.getTime() + 60_000)
  }
  const until = await send('order-confirm-cash', 'last')
  expect(until).toEqual(new Date('2026-01-01T13:00:00Z'))
  expect(sent).toHaveLength(most)
  clock.now = until ?? clock.now
  expect(await send('order-confirm-cash', 'last')).toBeNull()
})

it('a reset mail over the budget never comes late, when it would take the place of the next', async () => {
  const { clock, sent, send } = setup()
  for (let number = 0; number < mailsMax('other'); number += 1) await send('ticket-received', String(number))
  await send('password-reset-code', 'sent')
  clock.now = new Date(clock.now.getTime() + HOUR_MS / 2)
  const before = sent.length
  expect(await send('password-reset-code', 'over the budget')).toBeNull()
  expect(sent).toHaveLength(before)

  clock.now = new Date(clock.now.getTime() + HOUR_MS / 2)
  await send('password-reset-code', 'an hour later')
  expect(sent).toHaveLength(before + 1)
})

it('a retry, which has the same Message-ID, does not count again', async () => {
  const { sent, send } = setup()
  const attempts = MAILS_MAX + 2
  for (let attempt = 0; attempt < attempts; attempt += 1) await send('confirmation-code', 'same')
  await send('newsletter-confirm', 'another')
  expect(sent).toHaveLength(attempts + 1)
})
