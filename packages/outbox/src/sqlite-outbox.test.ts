import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outboxStoreSuite } from './outbox-store.suite.ts'
import { aMail, anEventEntry } from './outbox.fixture.ts'
import type { OutboxEntry } from './outbox.ts'
import { createPayloadCipher } from './payload-cipher.ts'
import { createSqliteOutbox, OUTBOX_SQL } from './sqlite-outbox.ts'

let folder: string
let database: Database
let clock: Date

beforeEach(() => {
  clock = new Date('2026-01-01T00:00:00Z')
  folder = mkdtempSync(join(tmpdir(), 'nashta-outbox-'))
  database = openDatabase({
    path: join(folder, 'test.sqlite'),
    migrations: [{ id: 1, name: 'outbox', sql: OUTBOX_SQL }],
    now: () => clock,
  })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const create = () => createSqliteOutbox(database, () => clock)
const claimMails = (outbox: ReturnType<typeof create>) =>
  outbox.claim({ topic: 'mail', limit: 10, now: clock, leaseUntil: new Date(clock.getTime() + 60_000) })

const underTest = (outbox: ReturnType<typeof create>) => ({
  outbox,
  async add(at: Date, ...entries: OutboxEntry[]) {
    clock = at
    await database.write(() => entries.forEach((entry) => outbox.add(entry)))
  },
})

/** An outbox whose encryption key repeats one character. */
const createEncrypted = (keyCharacter: string) =>
  createSqliteOutbox(database, () => clock, createPayloadCipher(Buffer.alloc(32, keyCharacter)))

describe('an encrypted SQLite outbox', () => {
  outboxStoreSuite(() => underTest(createEncrypted('k')))

  it('the payload of a pending entry is in no file of the database', async () => {
    const outbox = createEncrypted('k')
    await database.write(() => outbox.add(aMail('canary-4711', 'Secret of canary-4711')))

    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
    const isInAnyFile = (text: string) => files.some((bytes) => bytes.includes(text))
    expect(isInAnyFile('order-confirmed:canary-4711'), 'the key is not encrypted').toBe(true)
    expect(isInAnyFile('Secret of')).toBe(false)
  })

  it('a payload is decrypted only with its encryption key, and only in its own row', async () => {
    const outbox = createEncrypted('k')
    await database.write(() => outbox.add(aMail('1')))

    expect(await claimMails(createEncrypted('x'))).toMatchObject([{ payload: null }])
    // With another key, the row is like another row into which the payload was copied.
    database.connection.exec(`UPDATE outbox SET key = 'order-confirmed:2'`)
    expect(await claimMails(outbox)).toMatchObject([{ payload: null }])
  })
})

describe('the SQLite outbox', () => {
  outboxStoreSuite(() => underTest(create()))

  it('an entry is rolled back together with the write that added it', async () => {
    const outbox = create()
    const attempt = database.write(() => {
      outbox.add(aMail('1'))
      throw new Error('the order was refused')
    })

    await expect(attempt).rejects.toThrow('the order was refused')
    expect(await claimMails(outbox)).toEqual([])
  })

  it('an entry cannot be added outside of a write', () => {
    expect(() => create().add(aMail('1'))).toThrow('inside the write')
  })

  it('a new process can claim at once a mail that a dead process had claimed', async () => {
    const dead = create()
    await database.write(() => dead.add(aMail('1')))
    await claimMails(dead)

    expect(await claimMails(create())).toHaveLength(1)
  })

  it('a delivered mail stays without its payload, and a delivered event is deleted', async () => {
    const outbox = create()
    await database.write(() => {
      outbox.add(aMail('1'))
      outbox.add(anEventEntry(1))
    })
    for (const topic of ['mail', 'events'] as const) {
      const claimed = await outbox.claim({ topic, limit: 10, now: clock, leaseUntil: clock })
      await outbox.complete(claimed, clock)
    }

    expect(database.connection.prepare('SELECT * FROM outbox').all()).toEqual([
      {
        id: 1,
        topic: 'mail',
        kind: 'order-confirmed',
        key: 'order-confirmed:1',
        state: 'delivered',
        failures: 0,
        addedAt: clock.getTime(),
        dueAt: clock.getTime(),
        doneAt: clock.getTime(),
        payload: null,
      },
    ])
  })

  it('the payload of an erased mail is deleted, whether it was pending or given up', async () => {
    const outbox = create()
    await database.write(() => ['1', '2'].forEach((id) => outbox.add(aMail(id))))
    const [first] = await claimMails(outbox)
    if (first) await outbox.giveUp(first, clock)
    await outbox.eraseMails([aMail('1').key, aMail('2').key], clock)

    expect(database.connection.prepare('SELECT state, payload FROM outbox').all()).toEqual([
      { state: 'delivered', payload: null },
      { state: 'delivered', payload: null },
    ])
  })

  it('due entries are found by an index, without reading settled entries', () => {
    const plan = database.connection
      .prepare(
        `EXPLAIN QUERY PLAN SELECT id FROM outbox
         WHERE state = 'pending' AND topic = ? AND dueAt <= ? ORDER BY dueAt, id`,
      )
      .all('mail', 0)
    expect(plan.map((step) => step['detail'])).toEqual([
      'SEARCH outbox USING COVERING INDEX outboxDue (topic=? AND dueAt<?)',
    ])
  })
})

const storedKeys = () =>
  database.connection
    .prepare('SELECT key FROM outbox ORDER BY id')
    .all()
    .map(({ key }) => key)

it('a mail that was given up is deleted with its payload after 30 days', async () => {
  const outbox = create()
  /** Adds a mail and claims it. */
  const claimNew = async (id: string) => {
    await database.write(() => outbox.add(aMail(id)))
    return claimMails(outbox)
  }
  for (const mail of await claimNew('1')) await outbox.giveUp(mail, clock)
  clock = new Date('2026-01-30T00:00:00Z')
  await outbox.complete(await claimNew('2'), clock)
  expect(storedKeys()).toEqual([aMail('1').key, aMail('2').key])
  clock = new Date('2026-02-01T00:00:00Z')
  await outbox.complete(await claimNew('3'), clock)
  expect(storedKeys()).toEqual([aMail('2').key, aMail('3').key])
})
