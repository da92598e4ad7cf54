import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepLetter } from './letters.ts'
import { createMailSeal } from './mail-seal.ts'
import { anEntry } from './mail.fixture.ts'
import { messageIdOf } from './mail.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import { outboxStoreSuite } from './outbox-store.suite.ts'
import { createSqliteOutbox, OUTBOX_LETTERS_SQL, OUTBOX_SQL } from './sqlite-outbox.ts'

let folder: string
let database: Database
let clock: Date

beforeEach(() => {
  clock = new Date('2026-01-01T00:00:00Z')
  folder = mkdtempSync(join(tmpdir(), 'nashta-outbox-'))
  database = openDatabase({
    path: join(folder, 'test.sqlite'),
    migrations: [{ id: 1, name: 'outbox', sql: OUTBOX_SQL + OUTBOX_LETTERS_SQL }],
    now: () => clock,
  })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const create = () => createSqliteOutbox(database, () => clock)
const claimAll = (outbox: ReturnType<typeof create>) =>
  outbox.claim({ limit: 10, now: clock, leaseUntil: new Date(clock.getTime() + 60_000) })

const underTest = (outbox: ReturnType<typeof create>) => ({
  outbox,
  async add(at: Date, ...entries: OutboxEntry[]) {
    clock = at
    await database.write(() => entries.forEach((entry) => outbox.add(entry)))
  },
})

const createSealed = (letter: string) =>
  createSqliteOutbox(database, () => clock, createMailSeal(Buffer.alloc(32, letter)))

describe('SQLite outbox, sealed', () => {
  outboxStoreSuite(() => underTest(createSealed('k')))

  it('shows nobody what a waiting mail says: not in a column, not in a byte of the files', async () => {
    const outbox = createSealed('k')
    await database.write(() => outbox.add(anEntry('canary-4711')))

    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
    expect(files.some((bytes) => bytes.includes('written:canary-4711'))).toBe(true)
    for (const said of ['Order canary-4711', 'Text of canary-4711', 'Markup of canary-4711'])
      for (const bytes of files) expect(bytes.includes(said)).toBe(false)
  })

  it('opens with its own key only, and only where it was put', async () => {
    const outbox = createSealed('k')
    await database.write(() => outbox.add(anEntry('1')))

    await expect(claimAll(createSealed('x'))).rejects.toThrow('unable to authenticate data')
    database.connection.exec(`UPDATE outbox SET dedupKey = 'written:2'`)
    await expect(claimAll(outbox)).rejects.toThrow('unable to authenticate data')
  })
})

describe('SQLite outbox', () => {
  outboxStoreSuite(() => underTest(create()))

  it('keeps nothing of a write that fails', async () => {
    const outbox = create()
    const attempt = database.write(() => {
      outbox.add(anEntry('1'))
      throw new Error('the order was refused')
    })

    await expect(attempt).rejects.toThrow('the order was refused')
    expect(await claimAll(outbox)).toEqual([])
  })

  it('takes entries inside a write only', () => {
    expect(() => create().add(anEntry('1'))).toThrow('inside the write')
  })

  it('takes no mail whose headers could be broken open', async () => {
    const outbox = create()
    const entry = anEntry('1', 'asha@example.com\r\nBcc: ravi@example.com')

    await expect(database.write(() => outbox.add(entry))).rejects.toThrow('one plain address')
    expect(await outbox.backlog()).toMatchObject({ waiting: 0 })
  })

  it('gives a successor at once what a process that died had claimed', async () => {
    const dead = create()
    await database.write(() => dead.add(anEntry('1')))
    await claimAll(dead)

    expect(await claimAll(create())).toHaveLength(1)
  })

  it('forgets what a mail said once it is sent', async () => {
    const outbox = create()
    await database.write(() => outbox.add(anEntry('1')))
    for (const { id } of await claimAll(outbox)) await outbox.markSent(id, clock)

    expect(database.connection.prepare('SELECT * FROM outbox').all()).toEqual([
      {
        id: 1,
        dedupKey: 'written:1',
        kind: 'written',
        state: 'sent',
        failures: 0,
        addedAt: '2026-01-01T00:00:00.000Z',
        dueAt: '2026-01-01T00:00:00.000Z',
        doneAt: '2026-01-01T00:00:00.000Z',
        recipient: null,
        data: null,
      },
    ])
  })

  it('looks for due mails without reading those that are done', () => {
    const plan = database.connection
      .prepare(
        `EXPLAIN QUERY PLAN SELECT id FROM outbox WHERE state = 'waiting' AND dueAt <= ? ORDER BY dueAt, id`,
      )
      .all('')
    expect(plan.map((step) => step['detail'])).toEqual([
      'SEARCH outbox USING COVERING INDEX outboxDue (dueAt<?)',
    ])
  })
})

it('letters that were written out by an earlier version still go out as they were', async () => {
  const path = join(folder, 'earlier.sqlite')
  const first = { id: 1, name: 'outbox', sql: OUTBOX_SQL }
  const before = openDatabase({ path, migrations: [first], now: () => clock })
  before.connection.exec(`
    INSERT INTO outbox (dedupKey, kind, state, failures, addedAt, dueAt, recipient, subject, text, html)
    VALUES ('order-confirmed:1', 'order-confirmed', 'waiting', 0, '2026-01-01', '2026-01-01', 'asha@example.com',
      'Order 1', 'Text', '<p>Markup</p>')
  `)
  await before.close()

  const second = { id: 2, name: 'letters', sql: OUTBOX_LETTERS_SQL }
  const after = openDatabase({ path, migrations: [first, second], now: () => clock })
  expect(await claimAll(createSqliteOutbox(after, () => clock))).toMatchObject([
    {
      to: 'asha@example.com',
      letter: keepLetter({
        kind: 'written',
        data: { subject: 'Order 1', text: 'Text', html: '<p>Markup</p>' },
      }),
      messageId: messageIdOf('order-confirmed:1'),
    },
  ])
  await after.close()
})
