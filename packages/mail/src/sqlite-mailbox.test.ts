import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Mailbox, MAILBOX_MIGRATIONS, openSqliteMailbox } from './sqlite-mailbox.ts'
import { senderOf } from './templates/layout.ts'

const CAPACITY = 3

let folder: string
let mailbox: Mailbox
const now = () => new Date(0)
const open = () =>
  openSqliteMailbox({
    path: join(folder, 'mailbox.sqlite'),
    now,
    capacity: CAPACITY,
  })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-mailbox-'))
  mailbox = open()
})
afterEach(async () => {
  await mailbox.close()
  rmSync(folder, { recursive: true })
})

function aMail(number: number, to = 'asha@example.com') {
  return {
    to,
    content: { senderName: 'Nashta', subject: `Mail ${number}`, text: 'text', html: '<p>html</p>' },
    messageId: `<${number}@x>`,
  }
}
const listSubjects = async (to?: string) => (await mailbox.list(to)).map(({ subject }) => subject)

it('a mail survives a restart', async () => {
  await mailbox.send(aMail(1))
  await mailbox.close()
  mailbox = open()

  const [stored] = await mailbox.list()
  expect(stored).toEqual({
    id: expect.any(String),
    to: 'asha@example.com',
    subject: 'Mail 1',
    text: 'text',
    html: '<p>html</p>',
    sentAt: '1970-01-01T00:00:00.000Z',
  })
  expect(await mailbox.find(stored?.id ?? '')).toEqual(stored)
})

it('mails are listed newest first, all or for one address', async () => {
  for (const mail of [aMail(1), aMail(2, 'ravi@example.com'), aMail(3)]) await mailbox.send(mail)

  expect(await listSubjects()).toEqual(['Mail 3', 'Mail 2', 'Mail 1'])
  expect(await listSubjects('Asha@Example.com')).toEqual(['Mail 3', 'Mail 1'])
  expect(await listSubjects('asha@example.co')).toEqual([])
})

it('a mail that was sent twice is stored once', async () => {
  await mailbox.send(aMail(1))
  await mailbox.send(aMail(1))

  expect(await listSubjects()).toEqual(['Mail 1'])
})

it('a mailbox with more mails than its capacity loses the oldest', async () => {
  await Promise.all([1, 2, 3, 4, 5].map((number) => mailbox.send(aMail(number))))

  expect(await listSubjects()).toEqual(['Mail 5', 'Mail 4', 'Mail 3'])
})

it.each(['99', 'x', ''])('no mail is found under the unknown id "%s"', async (id) => {
  await mailbox.send(aMail(1))
  expect(await mailbox.find(id)).toBeNull()
})

it('a mail that was stored as data is rendered when it is listed', async () => {
  const message = { kind: 'confirmation-code', data: { code: '012345' } } as const
  await mailbox.send({
    to: 'asha@example.com',
    content: { message, sender: senderOf(null) },
    messageId: '<1@x>',
  })

  expect(await mailbox.list()).toMatchObject([
    { subject: '012345 is your confirmation code', html: expect.stringContaining('012345') },
  ])
})

it('the mails of an older mailbox, which were stored as they were rendered, stay', async () => {
  await mailbox.close()
  const path = join(folder, 'older.sqlite')
  const older = openDatabase({ path, migrations: MAILBOX_MIGRATIONS.slice(0, 1), now })
  const insert = older.prepare(`
    INSERT INTO messages (messageId, recipient, sentAt, subject, text, html) VALUES (?, ?, ?, ?, ?, ?)
  `)
  await older.write(() =>
    insert.run('<1@x>', 'asha@example.com', now().toISOString(), 'Mail "1"', 'text', '<p>html</p>'),
  )
  await older.close()
  mailbox = openSqliteMailbox({ path, now, capacity: CAPACITY })

  await mailbox.send({ ...aMail(1), messageId: '<1@x>' })
  expect(await mailbox.list('asha@example.com')).toEqual([
    {
      id: expect.any(String),
      to: 'asha@example.com',
      subject: 'Mail "1"',
      text: 'text',
      html: '<p>html</p>',
      sentAt: '1970-01-01T00:00:00.000Z',
    },
  ])
})
