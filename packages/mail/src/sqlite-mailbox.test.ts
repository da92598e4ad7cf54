import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepLetter } from './letters.ts'
import type { OutgoingMail } from './mail-transport.ts'
import type { Mailbox } from './mailbox.ts'
import { MAILBOX_MIGRATIONS, openSqliteMailbox } from './sqlite-mailbox.ts'

let folder: string
let mailbox: Mailbox
const now = () => new Date(0)
const open = () => openSqliteMailbox({ path: join(folder, 'mailbox.sqlite'), now, capacity: 3 })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-mailbox-'))
  mailbox = open()
})
afterEach(async () => {
  await mailbox.close()
  rmSync(folder, { recursive: true })
})

function aMail(number: number, to = 'asha@example.com'): OutgoingMail {
  const data = { subject: `Mail ${number}`, text: 'text', html: '<p>html</p>' }
  return { to, letter: keepLetter({ kind: 'written', data }), messageId: `<${number}@x>` }
}
const subjects = async (to?: string) => (await mailbox.list(to)).map(({ subject }) => subject)

it('keeps what was sent, over a restart too', async () => {
  await mailbox.send(aMail(1))
  await mailbox.close()
  mailbox = open()

  const [kept] = await mailbox.list()
  expect(kept).toEqual({
    id: expect.any(String),
    to: 'asha@example.com',
    subject: 'Mail 1',
    text: 'text',
    html: '<p>html</p>',
    sentAt: '1970-01-01T00:00:00.000Z',
  })
  expect(await mailbox.find(kept?.id ?? '')).toEqual(kept)
})

it('lists the newest first, for one address if asked', async () => {
  for (const mail of [aMail(1), aMail(2, 'ravi@example.com'), aMail(3)]) await mailbox.send(mail)

  expect(await subjects()).toEqual(['Mail 3', 'Mail 2', 'Mail 1'])
  expect(await subjects('Asha@Example.com')).toEqual(['Mail 3', 'Mail 1'])
  expect(await subjects('asha@example.co')).toEqual([])
})

it('shows a mail that was sent twice once', async () => {
  await mailbox.send(aMail(1))
  await mailbox.send(aMail(1))

  expect(await subjects()).toEqual(['Mail 1'])
})

it('forgets the oldest when it is full', async () => {
  await Promise.all([1, 2, 3, 4, 5].map((number) => mailbox.send(aMail(number))))

  expect(await subjects()).toEqual(['Mail 5', 'Mail 4', 'Mail 3'])
})

it.each(['99', 'x', ''])('has no message "%s"', async (id) => {
  await mailbox.send(aMail(1))
  expect(await mailbox.find(id)).toBeNull()
})

it('still shows what was kept written out', async () => {
  const path = join(folder, 'old.sqlite')
  const old = openDatabase({ path, migrations: MAILBOX_MIGRATIONS.slice(0, 1), now })
  old.connection.exec(`
    INSERT INTO messages (messageId, recipient, sentAt, subject, text, html)
    VALUES ('<1@x>', 'asha@example.com', '2026-01-01T00:00:00.000Z', 'Your ''order''', 'Two donuts', '<p>Two</p>')
  `)
  await old.close()

  const opened = openSqliteMailbox({ path, now })
  expect(await opened.list()).toEqual([
    {
      id: '1',
      to: 'asha@example.com',
      subject: "Your 'order'",
      text: 'Two donuts',
      html: '<p>Two</p>',
      sentAt: '2026-01-01T00:00:00.000Z',
    },
  ])
  await opened.close()
})
